import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn } from './support';
import { catalog, SidecarJob } from '../../src';

const KEY = 'cdk8s-sidecars/config-hash';

function hashWith(data: { [file: string]: string }): string {
  const chart = chartIn();
  addSidecar(deploymentIn(chart)).addConfigMap('config', { data });
  return Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template.metadata.annotations[KEY];
}

describe('the configuration that a sidecar brings', () => {
  test('is noted on the pod template, so that a new one makes new pods', () => {
    const [first, again, other] = [{ a: '1' }, { a: '1' }, { a: '2' }].map(hashWith);

    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('is noted as it is in the end', () => {
    const chart = chartIn();
    const config = addSidecar(deploymentIn(chart)).addConfigMap('config', { data: { a: '1' } });

    config.addData('b', '2');

    const { metadata } = Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template;
    expect(metadata.annotations[KEY]).toBe(hashWith({ a: '1', b: '2' }));
  });

  test('is noted for a preset, too', () => {
    const chart = chartIn();
    new catalog.Nginx(deploymentIn(chart), 'proxy', { appPort: 8080 });

    expect(Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template.metadata.annotations).toHaveProperty([KEY]);
  });
});

describe('nothing is noted', () => {
  test('where no sidecar brings a configuration', () => {
    const chart = chartIn();
    addSidecar(deploymentIn(chart));

    expect(Testing.synth(chart)[0].spec.template.metadata.annotations).not.toHaveProperty([KEY]);
  });

  test('in a Job, whose template may never change', () => {
    const chart = chartIn();
    const containers: kplus.ContainerProps[] = [{ image: 'ghcr.io/acme/export:1.0.0' }];
    addSidecar(new SidecarJob(chart, 'export', { containers, activeDeadline: Duration.hours(1) })).addConfigMap('config', { data: { a: '1' } });

    expect(Testing.synth(chart).find(({ kind }) => kind === 'Job').spec.template.metadata.annotations).not.toHaveProperty([KEY]);
  });
});
