import { check, explain, migrate } from '../src/core/on-text';
import { unifiedDiff } from '../src/yaml/unified-diff';

/** An input that can be made as large as one likes. */
export interface Growing {
  readonly name: string;
  /** A size that takes a noticeable time. */
  readonly size: number;
  /** Does something with an input of a size. */
  readonly run: (size: number) => unknown;
}

const PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1';
const repeat = (size: number, text: (index: number) => string) => Array.from({ length: size }, (_, index) => text(index)).join('');

const pod = (name: string, indent = '', extra = '') => [
  'apiVersion: v1', 'kind: Pod', `metadata: {name: ${name}}`, 'spec:', '  containers:', `  ${extra}- {name: app, image: "ghcr.io/acme/app:1"}`,
  `  - {name: db, image: "${PROXY}"}`, '',
].join(`\n${indent}`);
const list = (size: number, indent: string) =>
  `apiVersion: v1\nkind: List\nitems:\n${repeat(size, index => `${indent}- ${pod(`p${index}`, `${indent}  `).trimEnd()}\n`)}`;
const job = (script: string, config = '') => `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec:
  template:
    spec:
      restartPolicy: Never
      volumes: [{name: config, configMap: {name: config}}]
      containers:
      - {name: app, image: "ghcr.io/acme/app:1", command: [sh, -c, ${JSON.stringify(script)}]}
      - {name: db, image: "${PROXY}", args: ["a:b:c"]}
      - {name: envoy, image: "envoyproxy/envoy:v1.39.0", args: [-c, /etc/config/config.yaml], volumeMounts: [{name: config, mountPath: /etc/config}]}
      - {name: otel, image: "otel/opentelemetry-collector:0.139.0", args: [--config=/etc/config/config.yaml], volumeMounts: [{name: config, mountPath: /etc/config}]}
      - {name: bit, image: "fluent/fluent-bit:4.1", args: [-c, /etc/config/config.yaml], volumeMounts: [{name: config, mountPath: /etc/config}]}
${config === '' ? '' : `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: config}\ndata: {config.yaml: ${JSON.stringify(config)}}\n`}`;
/** Containers that wait for one another's ports, share a volume, and of which every second one is a proxy. */
const crowd = (size: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {}
  template:
    spec:
      volumes: [{name: data, emptyDir: {}}]
      containers:
${repeat(size, index => `      - {name: c${index}, image: "${index % 2 ? 'ghcr.io/acme/app:1' : PROXY}", command: [sh, -c, "until nc -z localhost ${2000 + index}; do sleep 1; done; exec ./app /data/${index}"], volumeMounts: [{name: data, mountPath: /data}]}
`)}`;
/** Containers of which every second one becomes a native sidecar. */
const movers = (size: number) => `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {}\n  template:\n    spec:\n      containers:\n${repeat(size, index =>
  `      - name: c${index}\n        image: ${index % 2 ? `ghcr.io/acme/app${index}:1` : PROXY}\n        args:\n        - ${index % 2 ? '--serve' : `--port=${2000 + index}`}\n`)}`;
/** A Deployment with these containers, each a line of YAML, and a folder for all of them. */
const deployment = (containers: string, more = '') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {}
  template:
    spec:
      ${more}
      volumes: [{name: data, emptyDir: {}}]
      containers:
${containers}`;
const inData = (name: string, script: string) =>
  `      - {name: ${name}, image: "alpine:3.20", command: [sh, -c, ${JSON.stringify(script)}], volumeMounts: [{name: data, mountPath: /data}]}\n`;
const APP = '      - {name: app, image: "ghcr.io/acme/app:1", ports: [{containerPort: 8080}], volumeMounts: [{name: data, mountPath: /data}]}\n';
/** A container that calls a port again and again, and another one that has it. */
const callsOf = (size: number) => {
  const items = (text: (port: number) => string) => Array.from({ length: size }, (_, index) => text(2000 + index)).join(', ');
  return `      - {name: app, image: "ghcr.io/acme/app:1", env: [${items(port => `{name: V${port}, value: "http://localhost:${port}"}`)}]}\n`
    + `      - {name: part, image: "ghcr.io/acme/part:1", ports: [${items(port => `{containerPort: ${port}}`)}]}\n`;
};
/** Comments at the end of a container that moves. */
const commented = (size: number, comment: (index: number) => string) => deployment(`${APP}      - name: db\n        image: ${PROXY}\n${repeat(size, index => `        # ${comment(index)}\n`)}`);
const QUIT = 'curl localhost:9091/quitquitquit';

const checked = (text: string, config?: string) => check([{ name: 'a.yaml', text }], config === undefined ? {} : { config: { name: 'config.yaml', text: config } });
const migrated = (text: string) => migrate([{ name: 'a.yaml', text }]);
const both = (text: string) => [checked(text), migrated(text)];
const explained = (text: string) => {
  try {
    return explain([{ name: 'a.yaml', text }]);
  } catch {
    return undefined;
  }
};

/** Everything whose time must grow with its size, not with its square. */
export const GROWING: readonly Growing[] = [
  { name: 'documents', size: 300, run: size => both(repeat(size, index => `---\n${pod(`p${index}`)}`)) },
  { name: 'a List', size: 200, run: size => both(list(size, '')) },
  { name: 'an indented List', size: 200, run: size => both(list(size, '  ')) },
  { name: 'a List with one ignore comment', size: 300, run: size => checked(list(size, '').replace('app:1"}', 'app:1"} # cdk8s-sidecars: ignore NS101 for a reason')) },
  { name: 'an indented List, as a diff', size: 150, run: size => unifiedDiff('a.yaml', list(size, '    '), migrated(list(size, '    ')).texts[0].text) },
  { name: 'a run of ignore comments', size: 4000, run: size => checked(pod('p', '', repeat(size, () => '# cdk8s-sidecars: ignore NS101 for a reason\n  '))) },
  { name: 'containers of a pod', size: 200, run: size => checked(crowd(size)) },
  { name: 'containers with one folder', size: 250, run: size => checked(crowd(size).replaceAll(PROXY, 'ghcr.io/acme/part:1').replace(/until [^;]*; do sleep 1; done; /g, '')) },
  { name: 'containers that call the next one', size: 60, run: size => both(deployment(repeat(size, index => `      - {name: c${index}, image: "ghcr.io/acme/part${index}:1", args: ["--peer=localhost:${2001 + index}"], ports: [{containerPort: ${2000 + index}}]}\n`))) },
  { name: 'containers that call one without a port', size: 100, run: size => both(deployment(repeat(size, index => `      - {name: c${index}, image: "ghcr.io/acme/part${index}:1", args: ["--peer=localhost:9"]}\n`))) },
  { name: 'containers that wait for the next one', size: 50, run: size => both(deployment(repeat(size, index => `      - {name: c${index}, image: "ghcr.io/acme/part${index}:1", command: [sh, -c, "until nc -z localhost ${2001 + index}; do sleep 1; done; exec ./app"], ports: [{containerPort: ${2000 + index}}]}\n`))) },
  { name: 'containers that kill the next one', size: 60, run: size => both(deployment(repeat(size, index => inData(`c${index}`, `./w${index}; pkill w${index + 1}`)), 'shareProcessNamespace: true')) },
  { name: 'containers that move in one line', size: 100, run: size => migrated(deployment(repeat(size, index => `      - {name: c${index}, image: "${index % 2 ? PROXY : 'ghcr.io/acme/app:1'}"}\n`))) },
  { name: 'ports of another container', size: 200, run: size => both(deployment(callsOf(size))) },
  { name: 'mounts', size: 800, run: size => both(deployment(`      - {name: app, image: "ghcr.io/acme/app:1", volumeMounts: [${Array.from({ length: size }, (_, index) => `{name: data, mountPath: /m${index}}`).join(', ')}]}\n`)) },
  { name: 'containers that move, as a diff', size: 60, run: size => unifiedDiff('a.yaml', movers(size), migrated(movers(size)).texts[0].text) },
  { name: 'pods to choose from', size: 2000, run: size => explained(repeat(size, index => `---\n${pod(`p${index}`)}`)) },
  { name: 'line breaks in a configuration', size: 15_000, run: size => both(job('./work', `${'\n'.repeat(size)}x`)) },
  { name: 'an admin block of Envoy', size: 300, run: size => both(job('./work', `admin:\n${'    access_log_path: /dev/null\n'.repeat(size)}x`)) },
  { name: 'extensions of a collector', size: 2000, run: size => both(job('./work', `extensions:\n  health_check:\nservice:\n  extensions:\n${'  -a\n'.repeat(size)}x`)) },
  { name: 'a long name', size: 20_000, run: size => both(pod('p'.repeat(size))) },
  { name: 'a long image', size: 20_000, run: size => both(pod('p').replace(PROXY, `${'a/'.repeat(size / 2)}x`)) },
  { name: 'an image with dots', size: 20_000, run: size => both(pod('p').replace(PROXY, `${'.'.repeat(size)}/x:1.1`)) },
  { name: 'stars in the configuration', size: 30, run: size => checked(pod('p').replace(PROXY, 'a'.repeat(3000)), `sidecars: [{image: "${'a*'.repeat(size)}b", direction: outbound}]`) },
  { name: 'statements', size: 500, run: size => both(job(`${'./work; '.repeat(size)}${QUIT}`)) },
  { name: 'quit calls', size: 200, run: size => both(job(`./work; ${`${QUIT}; `.repeat(size)}`)) },
  { name: 'stages of a pipeline', size: 100, run: size => both(job(`${'./work | '.repeat(size)}cat; ${QUIT}`)) },
  { name: 'wait loops', size: 100, run: size => both(job(`${'until nc -z localhost 5432; do sleep 1; done; '.repeat(size)}./work`)) },
  { name: 'waits for files', size: 250, run: size => both(job(repeat(size, index => `while [ ! -f /data/f${index} ]; do sleep 1; done; `)).replace('volumes: [', 'volumes: [{name: data, emptyDir: {}}, ').replace('app:1",', 'app:1", volumeMounts: [{name: data, mountPath: /data}],')) },
  { name: 'files to follow', size: 250, run: size => both(deployment(`${APP}${inData('tail', `${repeat(size, index => `tail -f /data/f${index} & `)}wait`)}`)) },
  { name: 'sockets', size: 100, run: size => both(deployment(`${APP}${inData('client', repeat(size, index => `until [ -S /data/s${index}.sock ]; do sleep 1; done; `))}`)) },
  { name: 'programs that wait', size: 60, run: size => both(deployment([9000, 2000].map(port => inData(`c${port}`, repeat(size, index => `wait-for-it localhost:${port + index} -- ./work; `))).join(''))) },
  { name: 'choices inside of choices', size: 40, run: size => both(job(`./work; ${'if [ x ]; then '.repeat(size)}${QUIT}${'; fi'.repeat(size)}`)) },
  { name: 'loops inside of loops', size: 40, run: size => both(job(`./work; ${'while ./x; do '.repeat(size)}${QUIT}${'; done'.repeat(size)}`)) },
  { name: 'a long chain', size: 400, run: size => both(job(`./work${` && ${QUIT}`.repeat(size)}`)) },
  { name: 'a long string as JSON', size: 400_000, run: size => both(JSON.stringify({ kind: 'ConfigMap', data: { a: 'x'.repeat(size), b: 'é"\n'.repeat(size / 8) } })) },
  { name: 'a flat list', size: 20_000, run: size => both(`kind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: a, image: b}]\n  volumes:\n${repeat(size, index => `  - {name: v${index}}\n`)}`) },
  { name: 'comments', size: 8000, run: size => both(`${pod('p')}${'# a comment\n'.repeat(size)}`) },
  { name: 'comments with one key', size: 500, run: size => both(commented(size, index => `env: ${index}`)) },
  { name: 'comments that open a list', size: 500, run: size => both(commented(size, index => `k${index}: [`)) },
  { name: 'anchors', size: 1000, run: size => both(`${pod('p')}x:\n${repeat(size, index => `- &a${index} {a: 1}\n- *a${index}\n`)}`) },
  { name: 'blank lines', size: 20_000, run: size => both(`${pod('p')}${'\n'.repeat(size)}`) },
  { name: 'spaces', size: 20_000, run: size => both(`${pod('p')}${' '.repeat(size)}`) },
];

/** How many times longer an input of four times the size takes: 4 if the time is linear, 16 if it is its square. */
export function growth({ run, size }: Growing): { readonly ratio: number; readonly ms: number } {
  const time = (length: number) => {
    const start = process.cpuUsage();
    run(length);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  time(Math.ceil(size / 4));
  const small = time(size);
  const large = time(size * 4);
  return { ratio: large / Math.max(small, 1), ms: large };
}
