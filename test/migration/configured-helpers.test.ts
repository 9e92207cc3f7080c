import { planOf } from './plans';
import { KnownProgram } from '../../src/knowledge/programs/program';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { helpers, running, service } from '../recognition/pods';
import { TestContainer } from '../simulator/pods';

const BY_IMAGE: KnownProgram = { name: 'nats', repositories: /(^|\/)nats$/, onlySidecar: true, direction: 'outbound' };
const BY_NAME: KnownProgram = { name: 'bus', repositories: /./, containerName: /^bus$/, onlySidecar: true, direction: 'outbound' };

const bus: TestContainer = { name: 'bus', image: 'nats:2.10-alpine', ports: [{ containerPort: 4222 }] };
const streams: TestContainer = { name: 'streams', image: 'natsio/nats-box:0.14.3', command: ['sh', '-c', 'until nats -s nats://localhost:4222 server check connection; do sleep 1; done\nsleep infinity'] };
const exporter: TestContainer = { name: 'exporter', image: 'natsio/prometheus-nats-exporter:0.15.0', args: ['-varz', 'http://localhost:4222'] };

function configured(containers: readonly TestContainer[], own: KnownProgram, beside: readonly object[] = []): Recognition {
  return new Recognition(running(containers).pod, new Surroundings(beside), [own]);
}

describe('an entry of the configuration', () => {
  test.each([BY_IMAGE, BY_NAME])('makes a helper of what ports and calls would take for the app: $name', own => {
    expect(running([bus, streams]).app?.container.name).toBe('bus');
    expect(helpers(configured([bus, streams], own))).toEqual(['bus: outbound']);
    expect(planOf(configured([bus, streams], own))).toMatchObject({ verdict: 'migrated', moved: ['bus'] });
  });

  test('for an image does not outweigh Services, and the plan tells it', () => {
    const recognition = configured([bus, streams], BY_IMAGE, [service(4222)]);

    expect(planOf(recognition)).toMatchObject({
      verdict: 'nothing-to-do',
      note: "'bus' is taken for the app (Services send to it), although 'nats' under 'sidecars' in the configuration matches it: to make it a helper, name it there by 'container'",
    });
  });

  test('for a container outweighs them', () => {
    expect(helpers(configured([bus, streams], BY_NAME, [service(4222)]))).toEqual(['bus: outbound']);
    expect(helpers(configured([bus, exporter], BY_NAME, [service(4222)]))).toContain('bus: outbound');
  });

  test('for an image makes no helper of the only container that can be the app, and the plan tells it', () => {
    const recognition = configured([bus, exporter], BY_IMAGE);

    expect(helpers(recognition)).not.toContain('bus: outbound');
    expect(planOf(recognition).note).toBe("'nats' under 'sidecars' in the configuration matches 'bus', which is no helper: no other container can be the app, or it exits on its own or runs something else");
  });

  test('makes no helpers of all containers', () => {
    expect(helpers(configured([bus, { ...streams, image: 'nats:2.10' }], BY_IMAGE))).toEqual([]);
  });
});
