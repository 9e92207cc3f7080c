import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkManifests } from '../../src/core/check/check-manifests';
import { CheckFinding } from '../../src/core/check/report';
import { explainPod } from '../../src/core/explain/explain-pod';
import { readMesh } from '../../src/core/mesh-option';
import { LocatedPod, podsIn } from '../../src/core/pods';
import { CheckSettings } from '../../src/core/settings';
import { World } from '../../src/core/world';
import { MESHES as KNOWN_MESHES } from '../../src/knowledge/meshes/mesh-list';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { lackingUses } from '../../src/kubernetes/lacking-fields';
import { WorkloadKinds } from '../../src/kubernetes/workload-kinds';
import { endingOf } from '../../src/recognition/endings';
import { isPartial } from '../../src/recognition/partial';
import { ALL_RULES } from '../../src/rules/all-rules';
import { parseText } from '../../src/yaml/parse';
import { readSnippet } from '../rules/snippet';

/** Rules whose error means that a container of the pod never gets past its start. */
const NEVER_STARTS = ['NS103', 'NS104', 'NS106', 'NS109', 'NS112', 'NS119', 'NS309'];

interface Input {
  readonly name: string;
  readonly text: string;
  readonly mesh?: string;
  readonly kubernetes?: KubernetesVersion;
}

const MESHES_WITH_SWITCH = KNOWN_MESHES.filter(({ nativeSwitches }) => nativeSwitches.length > 0);
const CACHE = {
  name: 'cache', image: 'ghcr.io/acme/cache:1.0.0', restartPolicy: 'Always', ports: [{ containerPort: 9000 }], startupProbe: { tcpSocket: { port: 9000 }, periodSeconds: 1 },
};

const MESHES = [undefined, 'istio@1.26', 'istio@1.29', 'linkerd@2.20', 'dapr@1.18'];

function settingsFor({ mesh, kubernetes = KubernetesVersion.DEFAULT }: Input): CheckSettings {
  return {
    kubernetes,
    mesh: mesh === undefined ? undefined : readMesh(mesh),
    failOn: 'error',
    severities: new Map(),
    programs: [],
    workloads: WorkloadKinds.KNOWN,
  };
}

/** Everything that is at hand: fixtures, and the examples of all rules, right and wrong; without and with a mesh. */
function inputs(): Input[] {
  return texts().flatMap(input => MESHES.map(mesh => ({ ...input, mesh })));
}

function texts(): Input[] {
  const folders = ['manifests', 'migrate', 'migrate-dry-run', 'check', 'injected', 'injected/input'].map(folder => join('test/fixtures', folder));
  const files = folders.flatMap(folder => readdirSync(folder).map(file => join(folder, file))).filter(file => statSync(file).isFile() && /\.(yaml|json)$/.test(file));
  const fixtures = files.map(file => ({ name: file, text: readFileSync(file, 'utf8') }));
  const examples = ALL_RULES.filter(rule => rule.id !== 'NS203').flatMap(({ id, example }) => [['wrong', example.wrong], ['right', example.right]].map(([which, text]) => ({
    name: `${id} ${which}`, text: readSnippet(text).objects.map(object => JSON.stringify(object)).join('\n---\n'),
  })));
  const hook = { postStart: { exec: { command: ['sh', '-c', 'until curl -fs localhost:8080/ready; do sleep 1; done'] } } };
  const deadlock = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'deadlock' },
    spec: { containers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.0.0', lifecycle: hook }, { name: 'web', image: 'ghcr.io/acme/web:1.0.0', ports: [{ containerPort: 8080 }] }] },
  };
  const loop = { name: 'import', image: 'ghcr.io/acme/import:1.0.0', command: ['sh', '-c', 'while true; do ./import; sleep 60; done'] };
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'endless' }, spec: { template: { spec: { restartPolicy: 'Never', containers: [loop] } } } };
  return [...fixtures, ...examples, ...TURNED_OFF, { name: 'hook.json', text: JSON.stringify(deadlock) }, { name: 'endless.json', text: JSON.stringify(job) }];
}

/** Jobs that join a mesh and turn its native proxy off, with and without a gate that the proxy can close. */
const TURNED_OFF: readonly Input[] = MESHES_WITH_SWITCH.flatMap(({ name, optIn, nativeSwitches: [{ key }] }) => [[], [CACHE]].map(initContainers => {
  const joined = { labels: {}, annotations: { [key]: 'false' } };
  const metadata = { ...joined, [`${optIn.on}s`]: { ...(optIn.on === 'label' ? joined.labels : joined.annotations), [optIn.key]: optIn.value } };
  const spec = { restartPolicy: 'Never', initContainers, containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }] };
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'off' }, spec: { template: { metadata, spec } } };
  return { name: `${name} turned off, ${initContainers.length} sidecars`, text: JSON.stringify(job) };
}));

/** What check and explain say about each pod of an input. */
function opinions(input: Input) {
  const { name, text, mesh } = input;
  const settings = settingsFor(input);
  const { documents, problems } = parseText(name, text);
  const { findings } = checkManifests({ files: [], documents, problems }, settings);
  const world = World.of(documents, settings);
  return podsIn(documents, settings.workloads).pods.filter(({ pod }) => !isPartial(pod.manifest)).map(located => ({
    located,
    title: `${name}, ${located.pod.title}${mesh === undefined ? '' : ` in ${mesh}`}`,
    found: findings.filter(finding => isAbout(finding, located)),
    explanation: explainPod(located, world),
    context: world.contextOf(located.pod, name),
  }));
}

type Opinion = ReturnType<typeof opinions>[number];

function isAbout(finding: CheckFinding, { pod, document }: LocatedPod): boolean {
  return finding.document === document.index && finding.workload === pod.title && finding.namespace === (pod.namespace ?? null);
}

const OPINIONS = inputs().flatMap(opinions);

test('there is much to agree on', () => {
  expect(OPINIONS.length).toBeGreaterThan(500);
});

/** What is reported and shown, for a person who looks into a difference. */
function told({ title, found, explanation: { timeline } }: Opinion): string {
  return `${title}: ${found.map(({ rule, severity }) => `${severity} ${rule}`).join(', ')}; ${timeline.outcome}${timeline.why === undefined ? '' : `, ${timeline.why}`}`;
}

/** Whether check reports as an error that a container never gets past its start. */
function neverStarts({ found }: Opinion): boolean {
  return found.some(({ rule, severity, path }) => severity === 'error' && (NEVER_STARTS.includes(rule) || (rule === 'NS110' && path?.includes('startupProbe') === true)));
}

/** Whether check reports that a container never ends and nothing makes it end, or that the deadline is too short for the stop. */
function neverCompletes({ found, context }: Opinion): boolean {
  const { pod, recognition } = context;
  const isEnded = (name: string | null) => pod.mains.some(main => main.name === name && endingOf(recognition, main) !== undefined);
  return found.some(({ rule, severity, container }) => ['NS406', 'NS410', 'NS413'].includes(rule) || (severity === 'error' && ['NS401', 'NS402'].includes(rule) && !isEnded(container)));
}

test('a server is stuck in explain exactly where check reports that it never starts', () => {
  const servers = OPINIONS.filter(({ located: { pod } }) => !pod.runsToCompletion);

  expect(servers.filter(one => neverStarts(one) !== (one.explanation.timeline.outcome === 'stuck')).map(told)).toEqual([]);
});

test('a Job completes in explain unless check reports that it never starts or never completes', () => {
  const jobs = OPINIONS.filter(({ located: { pod } }) => pod.job !== undefined);

  expect(jobs.filter(one => (neverStarts(one) || neverCompletes(one)) !== (one.explanation.timeline.outcome !== 'completed')).map(told)).toEqual([]);
});

test.each([...NEVER_STARTS, 'NS110', 'NS401', 'NS402', 'NS410'])('%s is among what they agree on', id => {
  expect(OPINIONS.some(one => one.found.some(({ rule }) => rule === id) && ['stuck', 'failed', 'running'].includes(one.explanation.timeline.outcome))).toBe(true);
});

test('a Job that turns off the native proxy of a mesh without a version is among what they agree on', () => {
  const off = OPINIONS.filter(({ title }) => / turned off, /.test(title) && !/ in \w+@/.test(title));

  expect(off.map(({ found, explanation: { timeline } }) => [found.some(({ rule, severity }) => rule === 'NS402' && severity === 'error'), timeline.outcome === 'completed']))
    .toEqual(off.map(() => [true, false]));
  expect(off).toHaveLength(MESHES_WITH_SWITCH.length * 2);
});

test('a Job that a workaround ends is among what they agree on', () => {
  expect(OPINIONS.some(one => one.found.some(({ rule }) => rule === 'NS401') && one.explanation.timeline.outcome === 'completed')).toBe(true);
});

test('on an old version, explain tells of the same fields as check, and does not play those that are dropped', () => {
  const old = texts().flatMap(text => opinions({ ...text, kubernetes: KubernetesVersion.of('1.24') }));
  const lacking = old.filter(({ found }) => found.some(({ rule }) => rule === 'NS602'));
  const differing = old.filter(({ found, explanation }) => {
    const reported = found.filter(({ rule }) => rule === 'NS602').map(({ message }) => `${message} (NS602)`);
    const isPlayed = lackingUses(explanation.pod, KubernetesVersion.of('1.24')).some(({ without }) => without === 'dropped');
    return isPlayed || JSON.stringify(reported) !== JSON.stringify(explanation.known.filter(sentence => sentence.endsWith('(NS602)')));
  });

  expect(lacking.length).toBeGreaterThan(0);
  expect(differing.map(told)).toEqual([]);
});
