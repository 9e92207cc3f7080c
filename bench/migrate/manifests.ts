/** A file of a folder of legacy manifests. */
export interface LegacyFile {
  readonly name: string;
  readonly text: string;
}

/**
 * A folder as a platform team has it before native sidecars: of ten files three are Deployments with a database proxy, three are Jobs with a workaround,
 * two are Deployments without any sidecar, and two are Services and ConfigMaps.
 */
export function legacyFile(index: number): LegacyFile {
  const kinds = [proxied, quitting, plain, proxied, sentinel, settings, proxied, quitting, plain, service];
  return { name: `team-${index % 40}/object-${index}.yaml`, text: kinds[index % kinds.length](index) };
}

function proxied(index: number): string {
  return `${header('apps/v1', 'Deployment', `web-${index}`, index)}
spec:
  replicas: 3
  selector:
    matchLabels:
      app: web-${index}
  template:
    metadata:
      labels:
        app: web-${index}
    spec:
      containers:
      # The app itself.
      - name: web
        image: ghcr.io/acme/web:1.4.${index % 100}
        command: ["/bin/sh", "-c"]
        args:
        - |
          until nc -z 127.0.0.1 5432; do sleep 1; done
          exec /app/serve
${usual(8)}
      # Talks to the database.
      - name: db
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args:
        - --port=5432
        - acme:europe-west1:shop-${index}
${usual(8)}
        lifecycle:
          preStop:
            exec:
              command: ["sleep", "20"]   # outlives the app
`;
}

function quitting(index: number): string {
  return `${header('batch/v1', 'Job', `report-${index}`, index)}
spec:
  backoffLimit: 3
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: report
        image: ghcr.io/acme/report:2.0.${index % 100}
        command:
        - /bin/sh
        - -c
        - |
          set -eu
          /app/report --month "$(date +%m)"
          curl -s -X POST http://localhost:9091/quitquitquit
${usual(8)}
      - name: sql
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args: ["--quitquitquit", "--port=5432", "acme:europe-west1:shop-${index}"]
${usual(8)}
`;
}

function sentinel(index: number): string {
  return `${header('batch/v1', 'Job', `backup-${index}`, index)}
spec:
  template:
    spec:
      restartPolicy: OnFailure
      containers:
      - name: backup
        image: ghcr.io/acme/backup:1.2.${index % 100}
        command: ["/bin/sh", "-c", "/app/backup; touch /pod/done"]
${usual(8)}
        volumeMounts:
        - name: pod
          mountPath: /pod
      - name: logs
        image: fluent/fluent-bit:3.2.2
        command: ["/bin/sh", "-c", "/fluent-bit/bin/fluent-bit -c /etc/fb.conf & until [ -f /pod/done ]; do sleep 1; done; kill $!"]
        volumeMounts:
        - name: pod
          mountPath: /pod
      volumes:
      - name: pod
        emptyDir: {}
`;
}

function plain(index: number): string {
  return `${header('apps/v1', 'Deployment', `api-${index}`, index)}
spec:
  selector:
    matchLabels:
      app: api-${index}
  template:
    metadata:
      labels:
        app: api-${index}
    spec:
      containers:
      - name: api
        image: ghcr.io/acme/api:4.1.${index % 100}
${usual(8)}
`;
}

function settings(index: number): string {
  const lines = Array.from({ length: 40 }, (_, line) => `    setting.${line} = ${index * line}`);
  return `${header('v1', 'ConfigMap', `settings-${index}`, index)}\ndata:\n  app.properties: |\n${lines.join('\n')}\n`;
}

function service(index: number): string {
  return `${header('v1', 'Service', `web-${index}`, index)}\nspec:\n  selector:\n    app: web-${index}\n  ports:\n  - port: 80\n    targetPort: 8080\n`;
}

function header(apiVersion: string, kind: string, name: string, index: number): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: team-${index % 40}\n  labels:\n    example.com/owner: team-${index % 40}`;
}

function usual(indent: number): string {
  const lines = [
    'env:', '- name: LOG_LEVEL', '  value: info', '- name: DATABASE_URL', '  valueFrom:', '    secretKeyRef:', '      name: database', '      key: url',
    'resources:', '  requests:', '    cpu: 100m', '    memory: 128Mi', '  limits:', '    memory: 256Mi',
    'securityContext:', '  allowPrivilegeEscalation: false', '  runAsUser: 10001',
  ];
  return lines.map(line => ' '.repeat(indent) + line).join('\n');
}

/** A Job with a workaround, and with variables that make its text as large as asked for, in one line of JSON. */
export function oneLineJob(megabytes: number): string {
  const values = Array.from({ length: megabytes * 1_000 }, (_, index) => ({ name: `VALUE_${index}`, value: String(index).repeat(1_000).slice(0, 960) }));
  return JSON.stringify({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'large' },
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            { name: 'report', image: 'ghcr.io/acme/report:2.0.0', command: ['/bin/sh', '-c', '/app/report; curl -s -X POST http://localhost:9091/quitquitquit'], env: values },
            { name: 'sql', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--quitquitquit', '--port=5432', 'acme:europe-west1:shop'] },
          ],
        },
      },
    },
  });
}

/** A pod with many containers, of which one is a database proxy that each of the others calls. */
export function crowdedPod(containers: number): string {
  const apps = Array.from({ length: containers - 1 }, (_, index) =>
    `  - name: app-${index}\n    image: ghcr.io/acme/app-${index}:1.0.0\n    ports: [{ containerPort: ${10_000 + index} }]\n    env:\n    - name: DATABASE_HOST\n      value: 127.0.0.1:5432\n`);
  return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: crowd\nspec:\n  containers:\n${apps.join('')}`
    + '  - name: sql\n    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1\n    args: ["--port=5432", "acme:europe-west1:shop"]\n';
}
