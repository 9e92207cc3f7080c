import { ApiObject } from 'cdk8s';
import * as fc from 'fast-check';
import { AppSpec, appSpec } from './random/app-spec';
import { buildApp, BuiltApp } from './random/build-app';
import { Finding, PodLifecycle } from '../../src';
import { check } from '../../src/core';
import { forAll } from '../for-all';

const APPS = 80;

/** Synth knows what the code asks for and the YAML cannot show: an order, a name or a port of a construct, or a delay that nobody gets. */
function isAboutCode({ rule, message }: Finding): boolean {
  return rule === 'NS203'
    || isPortClash({ rule, message })
    || (rule === 'NS310' && message.startsWith("'preStopDelay'"))
    || (rule === 'NS602' && message.includes('pre-stop delay'));
}

/** Synth tells of it by the property that moves the port, and once for both containers; the YAML shows it only where it declares the ports. */
function isPortClash({ rule, message }: Pick<Finding, 'rule' | 'message'>): boolean {
  return rule === 'NS604' && !message.includes('host port');
}

/** What a fix says in the words of its reader: of a construct at synth, of YAML for the manifest. */
const VOICES: readonly (readonly [RegExp, string])[] = [
  [/make it a (NativeSidecar|native sidecar)( \(Kubernetes [\d.]+ or newer\))?(, an init container with restartPolicy: Always( and a startupProbe: .*?)?)?(?=$|, and list |; )/, 'make it native'],
  [/set (?:the grace period \('terminationGracePeriod' in cdk8s-plus\)|terminationGracePeriodSeconds) to (?:(\d+)(?: s)?|the)/, 'set the grace period to $1'],
  [/with (nativeSidecar|the annotation of the mesh), or keep/, ', or keep'],
  [/pass a 'serviceAccount' named '(.*)', or set 'acls' to false if Consul uses no ACLs|add a ServiceAccount named '(.*)', and set serviceAccountName: .*/, "run it as '$1$2'"],
];

type Told = Omit<Finding, 'container' | 'path'> & { container?: string | null; path?: string | null };

/** A finding in one line: everything that both tell about it. */
function line(namespace: string, { rule, severity, container, path, message, fix, acknowledged }: Told): string {
  const inOneVoice = VOICES.reduce((text, [voice, plain]) => text.replace(voice, plain), fix);
  return [namespace, rule, severity, container ?? '', path ?? '', message, inOneVoice, acknowledged ?? ''].join(' | ');
}

function foundAtSynth({ workloads }: BuiltApp): string[] {
  return workloads.flatMap(workload => PodLifecycle.of(workload).findings
    .filter(finding => !isAboutCode(finding))
    .map(finding => line(ApiObject.of(workload).metadata.namespace!, finding))).sort();
}

function foundByCheck({ app, workloads: built }: BuiltApp, { kubernetes, mesh, workloads }: AppSpec): string[] {
  const objects = app.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
  const text = objects.map(object => JSON.stringify(object.toJson())).join('\n---\n');
  const isMeshed = mesh !== undefined && workloads.some(({ inMesh }) => inMesh);
  const { findings, acknowledged, problems } = check([{ name: 'app.yaml', text }], { kubernetesVersion: kubernetes, ...(isMeshed ? { mesh } : {}) });
  expect(problems).toEqual([]);
  const clashing = built.filter(workload => PodLifecycle.of(workload).findings.some(isPortClash))
    .map(workload => ApiObject.of(workload).metadata.namespace);
  expect(clashing).toEqual(expect.arrayContaining([...findings, ...acknowledged].filter(isPortClash).map(finding => finding.namespace)));
  return [...findings, ...acknowledged].filter(finding => !isPortClash(finding)).map(finding => line(finding.namespace!, finding)).sort();
}

test('for random apps, synth reports what check reports about the synthesized YAML', () => {
  const rules = new Set<string>();

  forAll(fc.property(appSpec, spec => {
    const built = buildApp(spec);
    fc.pre(built !== undefined);
    const found = foundAtSynth(built!);
    found.forEach(one => rules.add(one.split(' | ')[1]));

    expect(found).toEqual(foundByCheck(built!, spec));
  }), { numRuns: APPS, maxSkipsPerRun: 5, verbose: 1 });

  // The apps have something to report.
  expect(rules.size).toBeGreaterThan(15);
}, 120_000 + APPS * 1000);
