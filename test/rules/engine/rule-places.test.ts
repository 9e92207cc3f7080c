import { stringify } from 'yaml';
import { readMesh } from '../../../src/core/mesh-option';
import { follow } from '../../../src/data/json';
import { parsePath } from '../../../src/data/path';
import { predictInMesh } from '../../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../../src/kubernetes/manifest';
import { PodModel } from '../../../src/kubernetes/pod';
import { Mesh } from '../../../src/meshes/mesh';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';
import { findingsOf, PlacedFinding, Rule, RuleContext } from '../../../src/rules/engine/rule';
import { stopTimesOf } from '../../../src/rules/engine/stop-times';
import { RULES } from '../../../src/rules/rule-book';
import { joinMesh } from '../../../src/sidecars/mesh-join';
import { parseText } from '../../../src/yaml/parse';
import { regionIn } from '../../../src/yaml/places';
import { readSnippet } from '../snippet';

const VERSIONS = [KubernetesVersion.DEFAULT.toString(), '1.28', '1.29', '1.30', '1.32', '1.34', '1.36'];
const MESHES = [
  Mesh.istio({ version: '1.29' }), Mesh.istio({ version: '1.29', nativeSidecar: false }), Mesh.linkerd({ version: '2.20' }), Mesh.kuma({ version: '2.13' }),
  Mesh.consul({ version: '1.9' }), Mesh.dapr({ version: '1.18', appId: 'web' }),
];

interface Found {
  readonly pod: PodModel;
  readonly finding: PlacedFinding;
}

function inVersion(pod: PodModel, kubernetes: string, objects: readonly object[]): RuleContext {
  return { pod, kubernetes: KubernetesVersion.of(kubernetes), stops: stopTimesOf(pod), recognition: new Recognition(pod, new Surroundings(objects)) };
}

function inMesh(pod: PodModel, mesh: Mesh): RuleContext | undefined {
  const kubernetes = KubernetesVersion.DEFAULT;
  try {
    const [found] = findTemplates(pod.manifest).templates;
    const joined = joinMesh(mesh, found, kubernetes);
    const predicted = PodModel._of(joined.predict(found));
    return { pod: predicted, kubernetes, stops: stopTimesOf(predicted), mesh: joined.context, recognition: new Recognition(predicted) };
  } catch {
    return undefined; // this mesh cannot take this pod
  }
}

/** With a CNI plugin, whose problems constructs cure. */
function byPrediction(pod: PodModel): RuleContext {
  const kubernetes = KubernetesVersion.DEFAULT;
  const { found, context } = predictInMesh(readMesh('consul@2.0+cni'), pod._found, kubernetes);
  const predicted = PodModel._of(found);
  return { pod: predicted, kubernetes, stops: stopTimesOf(predicted), mesh: context, recognition: new Recognition(predicted) };
}

/** The first finding of a rule about its wrong example, in any version or mesh. */
function firstFound(rule: Rule): Found {
  const contexts = [
    ...VERSIONS.map(version => {
      const { pods, objects } = readSnippet(rule.example.wrong);
      return pods.map(pod => inVersion(pod, version, objects));
    }),
    readSnippet(rule.example.wrong).pods.map(byPrediction),
    ...MESHES.map(mesh => readSnippet(rule.example.wrong).pods.flatMap(pod => inMesh(pod, mesh) ?? [])),
  ].flat();
  for (const context of contexts) {
    const [finding] = findingsOf([rule], context);
    if (finding) {
      return { pod: context.pod, finding };
    }
  }
  throw new Error(`${rule.id} does not offend`);
}

/** What stands where a finding points, when its manifest is written as YAML. */
function pointedAt({ pod, finding }: Found): string {
  const text = stringify(pod.manifest);
  const [document] = parseText('a.yaml', text).documents;
  const { line, column, endLine, endColumn } = regionIn(document, finding.place ?? { path: [] });
  const lines = text.split('\n').slice(line - 1, endLine);
  return [...lines.slice(0, -1), lines[lines.length - 1].slice(0, endColumn - 1)].join('\n').slice(column - 1);
}

/** What each rule points at in its wrong example. */
const POINTS_AT: readonly (readonly [id: string, path: string, text: string])[] = [
  ['NS101', 'spec.initContainers[0]', 'name: db'],
  ['NS102', 'spec.initContainers[0].startupProbe.initialDelaySeconds', 'initialDelaySeconds: 5'],
  ['NS103', 'spec.initContainers[0].startupProbe.httpGet.port', 'port: 9090'],
  ['NS104', 'spec.initContainers[0].startupProbe.tcpSocket.port', 'port: 8080'],
  ['NS105', 'spec.initContainers[0].startupProbe', 'startupProbe'],
  ['NS106', 'spec.initContainers[0].startupProbe', 'startupProbe'],
  ['NS107', 'spec.containers[1].securityContext.runAsNonRoot', 'runAsNonRoot: true'],
  ['NS108', 'spec.initContainers[0]', 'name: migrate'],
  ['NS109', 'spec.initContainers[0].command[2]', 'until nc -z localhost 5432; do sleep 1; done'],
  ['NS110', 'spec.containers[1].startupProbe.exec.command[0]', 'sh'],
  ['NS111', 'spec.initContainers[0].readinessProbe', 'readinessProbe'],
  ['NS112', 'spec.containers[0].lifecycle.postStart', 'postStart'],
  ['NS113', 'spec.containers[0].command[2]', 'while ! nc -z localhost 2376; do sleep 1; done'],
  ['NS114', 'spec.containers[0].command[2]', 'sleep 10'],
  ['NS201', 'spec.containers[1]', 'name: db'],
  ['NS202', 'spec.containers[1]', 'name: db'],
  ['NS204', 'spec.initContainers[0]', 'name: migrate'],
  ['NS205', 'spec.containers[0].restartPolicy', 'restartPolicy: Always'],
  ['NS206', 'spec.initContainers[1]', 'name: shipper'],
  ['NS301', 'spec.terminationGracePeriodSeconds', 'terminationGracePeriodSeconds: 5'],
  ['NS302', 'spec.containers[0].lifecycle.preStop.sleep.seconds', 'seconds: 30'],
  ['NS303', 'spec.initContainers[0].lifecycle.preStop.exec.command', 'command'],
  ['NS304', 'spec.initContainers[0].lifecycle.preStop', 'preStop'],
  ['NS305', 'spec.terminationGracePeriodSeconds', 'terminationGracePeriodSeconds: 30'],
  ['NS306', 'spec.initContainers[0].command', 'command'],
  ['NS307', 'spec.containers[1].lifecycle.preStop.exec.command', 'command'],
  ['NS309', 'spec.containers[0].lifecycle.postStart.tcpSocket', 'tcpSocket'],
  ['NS310', 'spec.template.spec.containers[0]', 'name: web'],
  ['NS401', 'spec.template.spec.containers[1]', 'name: db'],
  ['NS402', "spec.template.metadata.annotations['dapr.io/enabled']", 'dapr.io/enabled: "true"'],
  ['NS403', 'spec.template.spec.restartPolicy', 'restartPolicy: OnFailure'],
  ['NS404', 'spec.template.spec.initContainers[0].startupProbe', 'startupProbe'],
  ['NS405', 'spec.podFailurePolicy.rules[0].onExitCodes', 'onExitCodes'],
  ['NS406', 'spec.activeDeadlineSeconds', 'activeDeadlineSeconds: 20'],
  ['NS408', 'spec.template.spec.initContainers[0]', 'name: logs'],
  ['NS501', 'spec.containers[0].command[2]', 'curl -X POST localhost:15020/quitquitquit'],
  ['NS502', 'spec.containers[0].command[0]', '/linkerd-await'],
  ['NS503', 'spec.containers[1].args[0]', '--quitquitquit'],
  ['NS504', 'spec.containers[0].command[2]', "trap 'touch /pod/done' EXIT"],
  ['NS505', 'spec.containers[0].command[2]', 'pkill envoy'],
  ['NS506', "metadata.annotations['proxy.istio.io/config']", 'proxy.istio.io/config'],
  ['NS507', "metadata.annotations['config.alpha.linkerd.io/proxy-wait-before-exit-seconds']", 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds: "20"'],
  ['NS508', 'spec.containers[1].env[0]', 'name: KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT'],
  ['NS509', 'spec.initContainers[0]', 'name: clone'],
  ['NS510', "spec.template.metadata.labels['sidecar.istio.io/inject']", 'sidecar.istio.io/inject: "false"'],
  ['NS511', 'spec.initContainers[0].securityContext.runAsUser', 'runAsUser: 1337'],
  ['NS512', 'spec.containers[0].lifecycle.preStop', 'preStop'],
  ['NS513', 'spec.containers[1]', 'name: linkerd-proxy'],
  ['NS514', "metadata.annotations['dapr.io/enabled']", 'dapr.io/enabled: "true"'],
  ['NS515', 'spec.containers[1].lifecycle.preStop', 'preStop'],
  ['NS601', 'spec.initContainers[0].restartPolicy', 'restartPolicy: Always'],
  ['NS602', 'spec.containers[0].lifecycle.preStop.sleep', 'sleep'],
  ['NS603', 'spec.initContainers[0]', 'name: proxy'],
  ['NS604', 'spec.containers[0].ports[0].hostPort', 'hostPort: 8443'],
  ['NS605', 'spec.containers[0].ports[0].containerPort', 'containerPort: 15021'],
  ['NS606', "metadata.annotations['config.linkerd.io/proxy-native-sidecar']", 'config.linkerd.io/proxy-native-sidecar: "true"'],
  ['NS607', 'spec.template.spec.initContainers[0].ports[0].name', 'name: https'],
  ['NS608', 'spec.initContainers[0]', 'name: proxy'],
  ['NS609', 'spec.template.spec.initContainers[0]', 'name: proxy'],
  ['NS610', 'spec.template.spec.initContainers[0]', 'name: proxy'],
  ['NS611', 'spec.containers[1].image', 'image: jaegertracing/jaeger-agent:1.62.0'],
];

test.each(POINTS_AT)('%s points at %s', (id, path, text) => {
  const found = firstFound(RULES.find(rule => rule.id === id)!);

  expect([found.finding.path, pointedAt(found)]).toEqual([path, text]);
  expect(follow(found.pod.manifest, parsePath(path)!)).toBeDefined();
});

test.each(RULES.map(rule => [rule.id, rule] as const))('%s points at something that is written', (_id, rule) => {
  const found = firstFound(rule);

  const path = found.finding.path === undefined ? [] : parsePath(found.finding.path)!;
  expect(follow(found.pod.manifest, path)).toBeDefined();
  expect(pointedAt(found)).not.toBe('');
});

test('of a grace period that nobody wrote, the hook is meant that is part of the sum', () => {
  const [rule] = RULES.filter(({ id }) => id === 'NS301');
  const pod = PodModel.fromManifest({
    kind: 'Pod',
    spec: { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }], containers: [{ name: 'web', lifecycle: { preStop: { sleep: { seconds: 60 } } } }] },
  });

  expect(findingsOf([rule], inVersion(pod, '1.33', [])).map(({ path }) => path)).toEqual(['spec.containers[0].lifecycle.preStop']);
});

test('a workaround in a mounted script stands at its container', () => {
  const [rule] = RULES.filter(({ id }) => id === 'NS501');
  const run = { name: 'export', command: ['sh', '/scripts/run.sh'], volumeMounts: [{ name: 'scripts', mountPath: '/scripts' }] };
  const pod = PodModel.fromManifest({ kind: 'Job', spec: { template: { spec: { containers: [run, { name: 'istio-proxy' }], volumes: [{ name: 'scripts', configMap: { name: 'run' } }] } } } });
  const configMap = { kind: 'ConfigMap', metadata: { name: 'run' }, data: { 'run.sh': './export\ncurl -X POST localhost:15020/quitquitquit\n' } };

  expect(findingsOf([rule], inVersion(pod, '1.33', [configMap])).map(({ path }) => path)).toEqual(['spec.template.spec.containers[0]']);
});
