import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inFolder, MANIFESTS, run } from '../run';

const WEB = `${MANIFESTS}/web.yaml`;
const JOB = `${MANIFESTS}/export-job.yaml`;
const SEVERAL = `${MANIFESTS}/several.yaml`;
const POD = 'kind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web }] }\n';

test('a deployment is explained in words that fit on the page', async () => {
  const { code, out, err } = await run(['explain', WEB]);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatchSnapshot();
  expect(out.split('\n').filter(line => line.length > 100 && !line.includes('kubectl'))).toEqual([]);
});

test('a long reason is broken into lines', async () => {
  const { out } = await run(['explain', JOB, '--kubernetes-version', '1.27']);

  expect(out).toContain(`
Outcome: the pod is stuck, phase Pending; Kubernetes 1.27 does not support native sidecars: it
  treats 'proxy' as a regular init container, which never exits, so 'work' never starts
`);
});

test('a scenario is played and told as data', async () => {
  const { code, out, err } = await run(['explain', JOB, '--scenario', `${MANIFESTS}/export-job.scenario.yaml`, '--format', 'json']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual({
    kubernetes: '1.34',
    gracePeriodSeconds: 30,
    events: [
      { at: 0, container: 'proxy', event: 'started' },
      { at: 0, container: 'work', event: 'started' },
      { at: 12.5, container: 'work', event: 'exited', code: 0 },
      { at: 12.5, container: 'proxy', event: 'sigterm' },
      { at: 13.5, container: 'proxy', event: 'exited', code: 0 },
    ],
    phase: 'Succeeded',
    outcome: 'completed',
    workload: { kind: 'Job', name: 'export', namespace: null },
    notes: [],
    known: [],
    assumptions: [],
    closeCalls: [],
    resources: { requests: {}, limits: {}, qosClass: 'BestEffort' },
    verify: [
      "POD=$(kubectl get pods -l job-name=export -o jsonpath='{.items[0].metadata.name}')",
      'kubectl get pod "$POD" -o jsonpath="{range .spec.initContainers[*]}{.name}{\'\\t\'}{.restartPolicy}{\'\\n\'}{end}"',
      "kubectl get pod \"$POD\" -o jsonpath=\"{range .status['initContainerStatuses','containerStatuses'][*]}{.name}{'\\t'}{.started}{'\\t'}{.ready}{'\\t'}{.state.running.startedAt}{'\\n'}{end}\"",
      "kubectl get pod \"$POD\" --watch -o jsonpath=\"{range .status['initContainerStatuses','containerStatuses'][*]}{.name}{'\\t'}{.state.terminated.finishedAt}{'\\t'}{.state.terminated.exitCode}{'\\n'}{end}\"",
      'kubectl get pod "$POD" -o jsonpath="{.spec.terminationGracePeriodSeconds}{\'\\t\'}{.status.qosClass}{\'\\n\'}"',
      'kubectl get events --field-selector involvedObject.name="$POD" --sort-by=.lastTimestamp',
    ],
  });
});

test('the keys of the JSON have a fixed order, the contract first', async () => {
  const { out } = await run(['explain', WEB, '--format', 'json']);

  expect(Object.keys(JSON.parse(out)))
    .toEqual(['kubernetes', 'gracePeriodSeconds', 'events', 'phase', 'outcome', 'workload', 'notes', 'known', 'assumptions', 'closeCalls', 'resources', 'verify']);
});

test('feature gates are options, and what is close is told', async () => {
  const job = JSON.stringify({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'export' },
    spec: {
      activeDeadlineSeconds: 40,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [{
            name: 'work', image: 'ghcr.io/acme/work:1.0.0', restartPolicy: 'Never', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }],
          }],
        },
      },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'explain-'));
  const scenario = join(folder, 'scenario.yaml');
  writeFileSync(scenario, 'containers: { work: { exitsAfter: 34.5, crashesAt: [5] } }');

  const options = ['--scenario', scenario, '--kubernetes-version', '1.35', '--feature-gate', 'RestartAllContainersOnContainerExits'];
  const { code, out } = await run(['explain', '-', ...options], job);
  const page = (await run(['explain', '-', ...options, '--format', 'html'], job)).out;
  rmSync(folder, { recursive: true });

  expect(code).toBe(0);
  expect(out).toContain('   5 s  work  has a rule for this exit: the kubelet restarts all containers of the pod\n');
  expect(out).toContain('Less than 2 s to spare, and a real kubelet may be that late:\n  - the pod ends 0.5 s before the deadline of the Job\n');
  expect(page).toContain('<h2>Less than 2 s to spare, and a real kubelet may be that late</h2>\n<ul><li>the pod ends 0.5 s before the deadline of the Job</li></ul>');
});

test('without a scenario, what is assumed is said', async () => {
  const { assumptions } = JSON.parse((await run(['explain', JOB, '--format', 'json'])).out);

  expect(assumptions).toEqual(["'work' succeeds after 60 s", "after SIGTERM 'proxy' needs 5 s"]);
});

test('with a scenario, only what is taken for granted about the cluster is said', async () => {
  const { out } = await run(['explain', WEB, '--scenario', '-', '--format', 'json', '--kubernetes-version', '1.28'], 'deleteAt: 10');

  expect(JSON.parse(out).assumptions).toEqual([
    'Kubernetes 1.28 accepts the workload, although it refuses a field of it',
    'the feature gate SidecarContainers is on; before 1.29 it is off by default',
  ]);
});

describe('the version', () => {
  test.each<[string, string[], string, string]>([
    ['is 1.33 when nobody says one', [], 'deleteAt: 10', '1.33'],
    ['is what the scenario says', [], 'kubernetes: "1.30"', '1.30'],
    ['may be a number in the scenario, which cannot say 1.30', [], 'kubernetes: 1.30', '1.30'],
    ['on the command line wins over the scenario', ['--kubernetes-version', 'v1.35.2'], 'kubernetes: "1.30"', '1.35.2'],
  ])('%s', async (_behavior, args, scenario, version) => {
    const { out } = await run(['explain', WEB, '--format', 'json', '--scenario', '-', ...args], scenario);

    expect(JSON.parse(out).kubernetes).toBe(version);
  });
});

describe('of several workloads', () => {
  test('one must be chosen', async () => {
    expect(await run(['explain', SEVERAL])).toEqual({
      code: 2,
      out: '',
      err: 'error: 3 workloads found: choose one with --workload, for example --workload shop/Deployment/web\n'
        + `  shop/Deployment/web (${SEVERAL})\n  staging/Deployment/web (${SEVERAL})\n  StatefulSet/db (${SEVERAL})\n`,
    });
  });

  test.each<[string, string]>([
    ['StatefulSet/db', 'shop'], ['statefulset/db', 'shop'], ['staging/Deployment/web', 'staging'], ['shop/deployment/web', 'shop'],
  ])('%s is chosen', async (workload, namespace) => {
    const { code, out } = await run(['explain', SEVERAL, '--workload', workload, '--format', 'json']);

    expect(code).toBe(0);
    expect(JSON.parse(out).workload.namespace).toBe(namespace);
  });

  test.each<[string, string]>([
    ['Deployment/web', 'error: 2 workloads found: choose one with --workload, for example --workload shop/Deployment/web\n'
      + `  shop/Deployment/web (${SEVERAL})\n  staging/Deployment/web (${SEVERAL})\n`],
    ['Deployment/shop', "error: no workload is named 'Deployment/shop': choose one of\n"
      + `  shop/Deployment/web (${SEVERAL})\n  staging/Deployment/web (${SEVERAL})\n  StatefulSet/db (${SEVERAL})\n`],
    ['web', "error: --workload 'web' is invalid: write Kind/name, such as Deployment/web, or namespace/Kind/name\n"],
    ['Deployment/', "error: --workload 'Deployment/' is invalid: write Kind/name, such as Deployment/web, or namespace/Kind/name\n"],
  ])('%s chooses none', async (workload, err) => {
    expect(await run(['explain', SEVERAL, '--workload', workload])).toEqual({ code: 2, out: '', err });
  });

  test('a namespace that is not said is the default one', async () => {
    expect((await run(['explain', '-', '--workload', 'default/Pod/web'], POD)).code).toBe(0);
  });

  test('two of the same name must be told apart by their files', async () => {
    await inFolder({ 'a.yaml': POD, 'b.yaml': POD }, async folder => {
      expect((await run(['explain', folder])).err.replaceAll(`${folder}/`, ''))
        .toBe('error: 2 workloads have the same name: pass only the file that contains the one you mean\n  default/Pod/web (a.yaml)\n  default/Pod/web (b.yaml)\n');
    });
  });

  test('a long list is cut', async () => {
    const pods = Array.from({ length: 25 }, (_, index) => POD.replace('name: web', `name: web-${index}`)).join('---\n');

    expect((await run(['explain', '-'], pods)).err).toMatch(/Pod\/web-19 \(<stdin>\)\n {2}and 5 more\n$/);
  });
});

describe('input that is in part unreadable', () => {
  const problem = `${MANIFESTS}/one-broken.yaml:10:2: this is not valid YAML: bad indentation of a mapping entry; fix it here or just above\n`;

  test('is named, the pod is explained all the same, and the exit code tells', async () => {
    const { code, out, err } = await run(['explain', `${MANIFESTS}/one-broken.yaml`]);

    expect({ code, err }).toEqual({ code: 3, err: problem });
    expect(out).toMatch(/^Pod\/web on Kubernetes 1.33, grace period 30 s\n/);
  });

  test('does not hide that the user has to choose', async () => {
    const { code, err } = await run(['explain', '-'], `${POD}---\n${POD.replace('name: web', 'name: api')}---\nkind: Pod\nmetadata: *none\n`);

    expect(code).toBe(2);
    expect(err).toContain('error: 2 workloads found: choose one with --workload');
  });

  test('may hold the workload that is not found', async () => {
    expect(await run(['explain', `${MANIFESTS}/one-broken.yaml`, '--workload', 'Job/web']))
      .toEqual({ code: 3, out: '', err: `${problem}error: no workload is named 'Job/web': choose one of\n  Pod/web (${MANIFESTS}/one-broken.yaml)\n` });
  });
});

test('a name cannot move the cursor', async () => {
  const { out } = await run(['explain', '-'], POD.replace('name: web', 'name: "we\\e[2Jb"'));

  expect(out).toMatch(/^Pod\/we\ufffd\[2Jb on Kubernetes/);
});

test('a sidecar that never ends keeps its Job running, without a scenario too', async () => {
  const job = 'apiVersion: batch/v1\nkind: Job\nmetadata: { name: export }\nspec: { template: { spec: { restartPolicy: Never, containers: ['
    + '{ name: export, image: ghcr.io/acme/export:1.0.0 }, { name: db, image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1 }] } } }\n';

  const { out } = await run(['explain', '-', '--format', 'json'], job);

  expect(JSON.parse(out).outcome).toBe('stuck');
});

describe('a kustomize patch', () => {
  const IMAGE = 'image: acme/orders:1';
  const orders = (selector: string, container: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: orders }\nspec: { ${selector}template: { spec: { containers: [{ name: orders${container} }] } } }\n`;
  const BASE = orders('selector: {}, ', `, ${IMAGE}`);
  const INCLUDES_NOT = "Deployment/orders is a patch, not a complete manifest, and the timeline does not include it: explain the output of 'kustomize build'";

  test('alone is drawn, and a note tells what the timeline lacks', async () => inFolder({ 'patch.yaml': orders('', '') }, async folder => {
    const file = join(folder, 'patch.yaml');
    const note = `${file}: Deployment/orders is a patch, not a complete manifest, so the timeline lacks what it patches: explain the output of 'kustomize build'`;
    const { code, out, err } = await run(['explain', file, '--format', 'json']);

    expect({ code, err, notes: JSON.parse(out).notes }).toEqual({ code: 0, err: `${note}\n`, notes: [note] });
  }));

  test.each([
    ['without an image', orders('', '')],
    ['that a Kustomization names', orders('', `, ${IMAGE}`)],
  ])('%s leaves its base the only workload of that name', async (_what, patch) => inFolder({
    'base/deployment.yaml': BASE,
    'overlay/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [../base]\npatches: [{ path: patch.yaml }]\n',
    'overlay/patch.yaml': patch,
  }, async folder => {
    const { code, out, err } = await run(['explain', folder, '--workload', 'Deployment/orders']);

    expect({ code, err }).toEqual({ code: 0, err: `${join(folder, 'overlay/patch.yaml')}: ${INCLUDES_NOT}\n` });
    expect(out).toContain('Deployment/orders on Kubernetes');
  }));
});
