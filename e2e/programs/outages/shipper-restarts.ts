import { appendFileSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as kplus from 'cdk8s-plus-28';
import { Scenario } from './scenario';
import { COLLECTOR, COLLECTOR_HTTP, FLUENT_BIT, Run, Shipper, shipping, SINK_PORT } from './shipper';
import { seconds as elapsed } from './stage';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { selfSigned } from '../binaries';

/** How long after an outage everything must have arrived. */
const RECOVERY_SECONDS = 60;
const AWAY_SECONDS = 10;
/** The name in the certificate of the backend, which needs no name server. */
const HOST = 'localhost';

/** It reads a folder that no volume brings. */
const LATER_FOLDER: Shipper = {
  ...FLUENT_BIT,
  make: workload => new catalog.FluentBit(workload, 'side', {
    inputs: [{ files: 'later/*.log' }], outputs: [{ plugin: 'http', options: { host: '127.0.0.1', port: SINK_PORT, format: 'json_lines' } }],
  }),
  write: async ({ pod }, _sink, items) => appendFileSync(pod.path('/var/log/app/later/app.log'), items.map(item => `${item}\n`).join('')),
};

export const SHIPPER_RESTART_SCENARIOS: readonly Scenario[] = [
  ...[FLUENT_BIT, COLLECTOR, COLLECTOR_HTTP].map(shipper => shipping({ ...shipper, backendAtStart: 'refuse' },
    `the backend is away at the start, and comes up ${AWAY_SECONDS} s later`, async run => {
      const { sink, send, stage, result } = run;
      await send(AWAY_SECONDS * 10, 10);
      await sink.set('accept');
      return result({ seconds: await arrived(run, AWAY_SECONDS * 10), ...await stage.stop() });
    })),
  shipping(LATER_FOLDER, 'the app makes the folder of its logs 3 s after the sidecar has started', async run => {
    const { send, stage, result } = run;
    await sleep(3000);
    mkdirSync(stage.pod.path('/var/log/app/later'));
    await send(10);
    return result({ seconds: await arrived(run, 10), ...await stage.stop() });
  }),
  crashing(FLUENT_BIT),
  // The queue of the collector is in memory.
  crashing(COLLECTOR, true),
  ...overTls().map(shipper => shipping(shipper, 'over TLS, with a certificate authority and a client certificate', async run => {
    const { send, stage, result } = run;
    await send(100, 50);
    return result({ seconds: await arrived(run, 100), ...await stage.stop() });
  })),
];

/** It is killed while items wait. */
function crashing(shipper: Shipper, mayLose?: true): Scenario {
  return shipping(shipper, 'it crashes while the backend is away, and is started again', async run => {
    const { sink, send, stage, result } = run;
    await send(50, 10);
    await sink.set('refuse');
    await send(50, 10);
    const seconds = await stage.crash();
    await send(50, 10);
    await sink.set('accept');
    const began = Date.now();
    while (await sink.count() < 150 && elapsed(began) < RECOVERY_SECONDS / 2) {
      await sleep(100);
    }
    return result({ seconds, ...await stage.stop() });
  }, mayLose);
}

/** The seconds until all items have arrived. */
function arrived({ sink }: Run, count: number): Promise<number> {
  return until(RECOVERY_SECONDS, `${count} items`, async () => await sink.count() === count);
}

function overTls(): Shipper[] {
  const pair = selfSigned(HOST);
  const [key, certificate] = pair;
  const files = (authority: string, client: string) => ({ [`${authority}/ca.crt`]: certificate, [`${client}/tls.crt`]: certificate, [`${client}/tls.key`]: key });
  const secrets = (workload: kplus.Workload) => ({
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'authority', 'backend-ca'),
    clientCertificate: kplus.Secret.fromSecretName(workload, 'client', 'backend-client'),
  });
  const folder = (exporter: string) => [`/etc/otel-tls/${exporter}/ca`, `/etc/otel-tls/${exporter}/client`] as const;
  return [
    {
      ...FLUENT_BIT,
      make: workload => {
        const { certificateAuthority, clientCertificate } = secrets(workload);
        return new catalog.FluentBit(workload, 'side', {
          outputs: [{
            plugin: 'http',
            options: { 'host': HOST, 'port': SINK_PORT, 'format': 'json_lines', 'tls': true, 'tls.ca_file': '/ca/ca.crt', 'tls.crt_file': '/client/tls.crt', 'tls.key_file': '/client/tls.key' },
          }],
          volumeMounts: [
            { path: '/ca', volume: kplus.Volume.fromConfigMap(workload, 'ca', certificateAuthority, { name: 'ca' }) },
            { path: '/client', volume: kplus.Volume.fromSecret(workload, 'tls', clientCertificate, { name: 'client' }) },
          ],
        });
      },
      tls: { pair, files: files('/ca', '/client') },
    },
    {
      ...COLLECTOR,
      make: workload => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpGrpc(`${HOST}:${SINK_PORT}`, secrets(workload))] }),
      tls: { pair, files: files(...folder('otlp-grpc')) },
    },
    {
      ...COLLECTOR_HTTP,
      make: workload => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpHttp(`https://${HOST}:${SINK_PORT}`, secrets(workload))] }),
      tls: { pair, files: files(...folder('otlp-http')) },
    },
  ];
}
