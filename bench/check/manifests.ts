/** How many workloads of each kind stand in a stream of 2,000 documents. */
const DEPLOYMENTS = 1_200;
const DOCUMENTS = 2_000;
/** Every third of the Deployments has a native sidecar without a startup probe. */
const UNGATED_EVERY = 3;

/**
 * A stream of manifests as a platform team has it, about 2.3 kB each: of 2,000 documents 1,200 are Deployments and 800 are Jobs, and 400 of the
 * Deployments have a native sidecar without a startup probe.
 */
export function manifestStream(documents: number): string {
  const texts: string[] = [];
  for (let index = 0; index < documents; index++) {
    texts.push(index % DOCUMENTS < DEPLOYMENTS ? deployment(index) : job(index));
  }
  return texts.join('---\n');
}

/** The same with 3,200 findings in 2,000 documents: no sidecar has a startup probe, and no Deployment has the time for its hook. */
export function flawedStream(documents: number): string {
  return manifestStream(documents)
    .replace(/^        startupProbe:\n(?: {10}.*\n)+/gm, '')
    .replace(/terminationGracePeriodSeconds: 60/g, 'terminationGracePeriodSeconds: 6');
}

/**
 * The flawed stream with no two containers written alike, as workloads of different teams are: each has an image, an argument, variables and requests of its own. The
 * findings are the same.
 */
export function unlikeStream(documents: number): string {
  return flawedStream(documents).split('---\n').map((text, index) => text
    .replace(/image: ghcr\.io\/acme\/(\w+):.*/g, `image: ghcr.io/team-${index % 40}/$1-${index}:1.${index % 7}.${index}`)
    .replace(/"64Mi"/g, `"${16 + index}Mi"`)
    .replace(/name: database$/gm, `name: database-${index}`)
    .replace(/value: info/g, `value: "level-${index}"`)
    .replace(/cpu: 100m/g, `cpu: ${50 + index}m`)
    .replace(/s3:\/\/exports/g, `s3://exports-${index}`)).join('---\n');
}

function deployment(index: number): string {
  const name = `web-${index}`;
  const gate = index % UNGATED_EVERY === 0 ? '' : `
        startupProbe:
          httpGet:
            path: /healthz
            port: 9876
          periodSeconds: 1
          failureThreshold: 60`;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: team-${index % 40}
${labels(name, 2)}
  annotations:
    example.com/owner: team-${index % 40}@example.com
spec:
  replicas: 3
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 25%
      maxUnavailable: 0
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
${labels(name, 6)}
    spec:
      terminationGracePeriodSeconds: 60
      serviceAccountName: ${name}
      initContainers:
      - name: cache
        image: ghcr.io/acme/cache:2.1.${index % 10}
        restartPolicy: Always
        args: ["--listen", ":9876", "--size", "64Mi"]${gate}
${resources(8)}
${security(8)}
      containers:
      - name: app
        image: ghcr.io/acme/web:1.4.${index % 100}
        ports:
        - name: http
          containerPort: 8080
${variables(8)}
        readinessProbe:
          httpGet:
            path: /ready
            port: http
          periodSeconds: 5
        lifecycle:
          preStop:
            exec:
              command: ["sleep", "5"]
${resources(8)}
${security(8)}
        volumeMounts:
        - name: tmp
          mountPath: /tmp
      volumes:
      - name: tmp
        emptyDir: {}
`;
}

function job(index: number): string {
  const name = `export-${index}`;
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
  namespace: team-${index % 40}
${labels(name, 2)}
spec:
  backoffLimit: 4
  activeDeadlineSeconds: 3600
  ttlSecondsAfterFinished: 86400
  template:
    metadata:
${labels(name, 6)}
    spec:
      restartPolicy: Never
      serviceAccountName: ${name}
      initContainers:
      - name: cache
        image: ghcr.io/acme/cache:2.1.${index % 10}
        restartPolicy: Always
        args: ["--listen", ":9876", "--size", "64Mi"]
        startupProbe:
          tcpSocket:
            port: 9876
          periodSeconds: 1
          failureThreshold: 60
${resources(8)}
${security(8)}
      containers:
      - name: export
        image: ghcr.io/acme/export:3.2.${index % 100}
        command:
        - /bin/sh
        - -c
        - |
          set -eu
          export TARGET="s3://exports/$(date +%Y-%m-%d)"
          exporter --from "$DATABASE_URL" --to "$TARGET" --parallel 4
          echo "done"
${variables(8)}
${resources(8)}
${security(8)}
        volumeMounts:
        - name: tmp
          mountPath: /tmp
      volumes:
      - name: tmp
        emptyDir: {}
`;
}

function labels(name: string, indent: number): string {
  return indented(indent, ['labels:', `  app.kubernetes.io/name: ${name}`, '  app.kubernetes.io/part-of: shop']);
}

function resources(indent: number): string {
  return indented(indent, ['resources:', '  requests:', '    cpu: 100m', '    memory: 128Mi', '  limits:', '    memory: 256Mi']);
}

function security(indent: number): string {
  return indented(indent, [
    'securityContext:', '  allowPrivilegeEscalation: false', '  readOnlyRootFilesystem: true', '  runAsUser: 10001',
    '  capabilities:', '    drop:', '    - ALL',
  ]);
}

function variables(indent: number): string {
  return indented(indent, [
    'env:',
    '- name: LOG_LEVEL', '  value: info',
    '- name: DATABASE_URL', '  valueFrom:', '    secretKeyRef:', '      name: database', '      key: url',
    '- name: CACHE_ADDRESS', '  value: localhost:9876',
    '- name: POD_NAME', '  valueFrom:', '    fieldRef:', '      fieldPath: metadata.name',
  ]);
}

function indented(indent: number, lines: readonly string[]): string {
  return lines.map(line => ' '.repeat(indent) + line).join('\n');
}
