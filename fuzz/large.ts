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
  { name: 'choices inside of choices', size: 40, run: size => both(job(`./work; ${'if [ x ]; then '.repeat(size)}${QUIT}${'; fi'.repeat(size)}`)) },
  { name: 'loops inside of loops', size: 40, run: size => both(job(`./work; ${'while ./x; do '.repeat(size)}${QUIT}${'; done'.repeat(size)}`)) },
  { name: 'a long chain', size: 400, run: size => both(job(`./work${` && ${QUIT}`.repeat(size)}`)) },
  { name: 'a long string as JSON', size: 400_000, run: size => both(JSON.stringify({ kind: 'ConfigMap', data: { a: 'x'.repeat(size), b: 'é"\n'.repeat(size / 8) } })) },
  { name: 'a flat list', size: 20_000, run: size => both(`kind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: a, image: b}]\n  volumes:\n${repeat(size, index => `  - {name: v${index}}\n`)}`) },
  { name: 'comments', size: 8000, run: size => both(`${pod('p')}${'# a comment\n'.repeat(size)}`) },
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
