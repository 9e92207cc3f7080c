import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { LegacyWorkload, legacyWorkload } from './legacy-pods';
import { migrateText } from '../../src/core/migrate/migrate-text';
import { applyToData } from '../../src/edits/apply-to-data';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { planMigration } from '../../src/migration/migrate';
import { Plan } from '../../src/migration/plan';
import { Leftover, LeftoverKind } from '../../src/recognition/leftovers/leftover';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { Severity } from '../../src/rules/engine/finding';
import { checkPod } from '../../src/rules/rule-book';
import { Timeline } from '../../src/sidecars/timeline';
import { assumeScenario } from '../../src/simulator/assumptions';
import { parseText } from '../../src/yaml/parse';
import { forAll } from '../for-all';

const KUBERNETES = KubernetesVersion.of('1.33');
const OPTIONS = { kubernetes: KUBERNETES, surroundings: Surroundings.NONE, programs: [] };

/** A document that nobody has to touch, written as only a person writes. */
const ODD = 'kind:   ConfigMap # {{ not }} a template\napiVersion: v1\nmetadata: {name: odd,}\ndata: {"a": \'b\'}\n\n\n';

/** Workarounds that hold the app back until its sidecar is up. */
const WAITS: readonly LeftoverKind[] = ['wait-loop', 'start-barrier'];
/** Workarounds that end a sidecar once the app has ended. */
const ENDS: readonly LeftoverKind[] = ['quit-call', 'sentinel-file', 'shared-pid-kill', 'wrapper'];

interface Migrated {
  readonly before: PodModel;
  readonly after: PodModel;
  readonly recognition: Recognition;
  readonly plan: Plan;
}

function migrate({ manifest }: LegacyWorkload): Migrated {
  const before = PodModel.fromManifest(manifest);
  const recognition = new Recognition(before);
  const plan = planMigration(recognition, { kubernetes: KUBERNETES });
  return { before, after: PodModel.fromManifest(plan.result), recognition, plan };
}

function property(holds: (migrated: Migrated, workload: LegacyWorkload) => void): void {
  forAll(fc.property(legacyWorkload, workload => holds(migrate(workload), workload)), { numRuns: 300 });
}

function textOf(manifest: unknown, style: string): string {
  return style === 'json' ? `${JSON.stringify(manifest, undefined, 2)}\n` : stringify(manifest, { indentSeq: style === 'wide', lineWidth: 0 }).replace(/\n/g, style === 'windows' ? '\r\n' : '\n');
}

/** The removed workarounds of some kinds. */
function removed({ recognition, plan }: Migrated, kinds: readonly LeftoverKind[]): Leftover[] {
  return kinds.flatMap(kind => recognition.leftovers(kind)).filter(({ container, text }) => plan.removed.some(one => one.includes(`'${container}'`) && one.includes(`(${text})`)));
}

/** What the migrated pod does, when the apps are started, work or serve, and end. */
function timelineOf(pod: PodModel): Timeline {
  return Timeline.of(pod, assumeScenario(pod, KUBERNETES).scenario);
}

test('other documents and documents with nothing to migrate stay byte for byte, and a second migration changes nothing', () => {
  forAll(fc.property(legacyWorkload, fc.constantFrom('narrow', 'wide', 'json', 'windows'), ({ manifest }, style) => {
    const own = textOf(manifest, style);
    const [head, tail] = [`${ODD}---\n`, `---\n${ODD}`];
    const once = migrateText('a.yaml', head + own + tail, OPTIONS);

    expect(once.text.startsWith(head) && once.text.endsWith(tail)).toBe(true);
    expect(once.text !== head + own + tail).toBe(once.pods.some(pod => pod.plan.verdict === 'migrated'));
    expect(migrateText('a.yaml', once.text, OPTIONS).text).toBe(once.text);
  }), { numRuns: 200 });
});

test('the text says what the plan says, and the plan is the input with its edits', () => {
  forAll(fc.property(legacyWorkload, fc.constantFrom('narrow', 'wide', 'json'), (workload, style) => {
    const { plan } = migrate(workload);
    const { text } = migrateText('a.yaml', textOf(workload.manifest, style), OPTIONS);

    expect(parseText('a.yaml', text).documents[0].value).toEqual(plan.result);
    expect(applyToData(workload.manifest, plan.edits)).toEqual(plan.result);
  }), { numRuns: 200 });
});

test('what no edit is about is as it was', () => {
  property(({ before, after, plan }, { manifest, podPath }) => {
    for (const container of after.containers) {
      const list = before.container(container.name).role === 'main' ? 'containers' : 'initContainers';
      const index = podPath.reduce((value: any, step) => value[step], manifest)[list].findIndex((one: any) => one.name === container.name);
      const path = [...podPath, list, index];
      const edited = new Set(plan.edits.filter(edit => path.every((step, depth) => edit.path[depth] === step)).map(edit => edit.path[path.length]));
      const rest = (spec: object) => Object.entries(spec).filter(([key]) => !edited.has(key));

      expect(rest(container.spec)).toEqual(rest(before.container(container.name).spec));
    }
  });
});

test('no container is lost or doubled, and the init containers keep their order in front of the moved ones', () => {
  property(({ before, after, plan }) => {
    const gone = before.containers.filter(container => !after.containers.some(one => one.name === container.name)).map(container => container.name);
    const inits = before.containers.filter(container => container.role !== 'main' && !gone.includes(container.name)).map(container => container.name);
    const names = after.containers.map(container => container.name);

    expect(gone.filter(name => !plan.removed.includes(`container '${name}'`))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(after.containers.filter(container => container.role !== 'main').map(container => container.name)).toEqual([...inits, ...plan.moved]);
    expect(after.mains.length).toBeGreaterThan(0);
  });
});

test('an API server would take the result', () => {
  property(({ after }) => {
    const volumes = new Set((after.spec.volumes ?? []).map((volume: any) => volume.name));
    for (const { role, spec } of after.containers) {
      expect([undefined, 'Always']).toContain(spec.restartPolicy);
      expect(role === 'main' ? spec.restartPolicy : undefined).toBeUndefined();
      expect(role === 'init' ? [spec.startupProbe, spec.readinessProbe, spec.livenessProbe, spec.lifecycle].filter(Boolean) : []).toEqual([]);
      expect((spec.volumeMounts ?? []).filter((mount: any) => !volumes.has(mount.name))).toEqual([]);
      expect([...(spec.command ?? []), ...(spec.args ?? [])].every(word => typeof word === 'string')).toBe(true);
      expect(Object.values(spec).filter(value => (Array.isArray(value) && value.length === 0) || value === '')).toEqual([]);
    }
  });
});

test('whom a removed wait waited for is up before the app starts', () => {
  property(migrated => {
    const timeline = timelineOf(migrated.after);
    for (const { container, target } of removed(migrated, WAITS)) {
      expect(migrated.after.container(target ?? container).spec.startupProbe).toBeDefined();
      expect(migrated.after.mains.filter(main => !timeline.startsBefore(target ?? container, main.name)).map(main => main.name)).toEqual([]);
    }
  });
});

test('whom a removed workaround ended outlives the app, and a Job ends by itself', () => {
  property(migrated => {
    const timeline = timelineOf(migrated.after);
    for (const { target } of removed(migrated, ENDS)) {
      const natives = target === undefined ? migrated.after.sidecars.map(sidecar => sidecar.name) : [target];

      expect(natives.length).toBeGreaterThan(0);
      expect(natives.flatMap(native => migrated.after.mains.filter(main => !timeline.outlives(native, main.name)).map(main => `${native}/${main.name}`))).toEqual([]);
      expect(migrated.after.job === undefined || timeline.completes()).toBe(true);
    }
  });
});

test('a moved container outlives the app, is not killed, and keeps no Job alive', () => {
  property(({ after, plan }) => {
    const timeline = timelineOf(after);
    for (const name of plan.moved) {
      expect(after.mains.every(main => timeline.outlives(name, main.name))).toBe(true);
      expect(timeline.isKilled(name)).toBe(false);
    }
    expect(plan.moved.length === 0 || after.job === undefined || timeline.completes()).toBe(true);
  });
});

test('the grace period is never lowered', () => {
  property(({ before, after }) => {
    expect(after.gracePeriodSeconds).toBeGreaterThanOrEqual(before.gracePeriodSeconds);
  });
});

test('no rule finds an error afterward that was not there before', () => {
  property(({ before, after }) => {
    const errors = (pod: PodModel) => checkPod({ pod, kubernetes: KUBERNETES, stops: {}, recognition: new Recognition(pod) })
      .filter(finding => finding.severity === Severity.ERROR).map(finding => finding.rule);
    const known = new Set(errors(before));

    expect(errors(after).filter(rule => !known.has(rule))).toEqual([]);
  });
});

test('the parts meet: most workarounds and verdicts come up', () => {
  const seen = new Set<string>();
  forAll(fc.property(legacyWorkload, workload => {
    const { recognition, plan } = migrate(workload);
    seen.add(plan.verdict);
    [...WAITS, ...ENDS].filter(kind => removed({ recognition, plan } as Migrated, [kind]).length > 0).forEach(kind => seen.add(kind));
  }), { numRuns: 500, seed: 1 });

  expect([...seen].sort()).toEqual(['advice', 'migrated', 'nothing-to-do', 'quit-call', 'sentinel-file', 'shared-pid-kill', 'wait-loop']);
});
