import { Testing } from 'cdk8s';
import { APP, gallery } from '../../generate/catalog/gallery';
import { openedGallery } from '../../generate/catalog/opened';
import { NativeSidecar, PodLifecycle } from '../../src';
import * as catalog from '../../src/catalog';

const EXHIBITS = gallery();

test('every preset that the catalog exports is in the gallery', () => {
  const exported = Object.values(catalog).filter((value: any) => value.prototype instanceof NativeSidecar).map((value: any) => value.name);
  const shown = new Set(EXHIBITS.map(({ deployment }) => deployment.sidecar.constructor.name));

  expect([...shown].sort()).toEqual(exported.sort());
});

test('only a shell that tails has something to acknowledge: it has no gate', () => {
  const acknowledged = EXHIBITS.flatMap(({ preset, deployment, job }) => [deployment, job]
    .flatMap(({ workload }) => PodLifecycle.of(workload).findings)
    .filter(finding => finding.acknowledged)
    .map(finding => `${preset} ${finding.rule}`));

  expect(acknowledged).toEqual(['ShellSidecar NS101', 'ShellSidecar NS101']);
});

test.each(openedGallery())('$preset leaves the rules nothing to find either', ({ deployment, job }) => {
  const open = [deployment, job].flatMap(({ workload }) => PodLifecycle.of(workload).findings)
    .filter(finding => !finding.acknowledged)
    .map(finding => `${finding.rule} ${finding.message}`);

  expect(open).toEqual([]);
});

describe.each(EXHIBITS)('$preset', ({ program, chart, deployment, job }) => {
  test('leaves the rules nothing to find', () => {
    const open = [deployment, job].flatMap(({ workload }) => PodLifecycle.of(workload).findings)
      .filter(finding => !finding.acknowledged)
      .map(finding => `${finding.rule} ${finding.message}`);

    expect(open).toEqual([]);
  });

  test('starts before the app and outlives it when the pod is deleted, and nothing is killed', () => {
    const timeline = PodLifecycle.of(deployment.workload).timeline({ deleteAt: 60 });

    expect(timeline.startsBefore(deployment.sidecar.name, APP)).toBe(true);
    expect(timeline.outlives(deployment.sidecar.name, APP)).toBe(true);
    expect(timeline.isKilled(deployment.sidecar.name)).toBe(false);
  });

  test('starts before the work of a Job, outlives it, and lets it complete', () => {
    const timeline = PodLifecycle.of(job.workload).timeline({ containers: { [APP]: { exitsAfter: 12 } } });

    expect(timeline.startsBefore(job.sidecar.name, APP)).toBe(true);
    expect(timeline.outlives(job.sidecar.name, APP)).toBe(true);
    expect(timeline.completes()).toBe(true);
  });

  test('is written with the image and the user that are known of its program', () => {
    const templates = Testing.synth(chart).flatMap(({ spec }) => spec?.template ?? []);
    const sidecars = templates.map(({ spec }) => spec.initContainers.find(({ name }: any) => name === deployment.sidecar.name));

    expect(sidecars.map(({ image, securityContext }) => [image, securityContext.runAsUser]))
      .toEqual([[program.image, program.user], [program.image, program.user]]);
  });
});
