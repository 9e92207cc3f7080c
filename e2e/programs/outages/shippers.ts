import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as kplus from 'cdk8s-plus-28';
import { Measured, Scenario } from './scenario';
import { Sink, SinkMode } from './sink';
import { seconds as elapsed, Stage } from './stage';
import { NativeSidecar } from '../../../src';
import * as catalog from '../../../src/catalog';
import { Binary } from '../binaries';

const PORT = 18080;
const PATIENCE = 30;
/** How long after an outage everything must have arrived. gRPC waits up to two minutes between two connections. */
const RECOVERY_SECONDS = 150;

/** A preset that takes items from the app and brings them to a backend. */
interface Shipper {
  readonly preset: string;
  readonly program: string;
  readonly protocol: 'http' | 'grpc';
  readonly make: (workload: kplus.Workload) => NativeSidecar;
  readonly write: (stage: Stage, sink: Sink, items: readonly string[]) => Promise<unknown>;
}

/** The run of one scenario. */
interface Run {
  readonly stage: Stage;
  readonly sink: Sink;
  /** Gives the sidecar so many further items; `perSecond` evenly, otherwise at once. */
  send(count: number, perSecond?: number): Promise<void>;
  /** How many of the items arrived in the end. */
  result(measured: Partial<Measured>): Promise<Measured>;
}

const FLUENT_BIT: Shipper = {
  preset: 'FluentBit',
  program: 'Fluent Bit',
  protocol: 'http',
  make: workload => new catalog.FluentBit(workload, 'side', { outputs: [{ plugin: 'http', options: { host: '127.0.0.1', port: PORT, format: 'json_lines' } }] }),
  write: async ({ pod }, _sink, items) => appendFileSync(pod.path('/var/log/app/app.log'), items.map(item => `${item}\n`).join('')),
};

const FLUENT_BIT_ES: Shipper = {
  ...FLUENT_BIT,
  preset: 'FluentBit, output es',
  make: workload => new catalog.FluentBit(workload, 'side', { outputs: [{ plugin: 'es', options: { host: '127.0.0.1', port: PORT, suppress_type_name: true } }] }),
};

const COLLECTOR: Shipper = {
  preset: 'OtelCollector, gRPC',
  program: 'OpenTelemetry Collector',
  protocol: 'grpc',
  make: workload => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpGrpc(`127.0.0.1:${PORT}`, { insecure: true })] }),
  write: (_stage, sink, items) => telemetry(sink, items, ['traces']),
};

const COLLECTOR_HTTP: Shipper = {
  ...COLLECTOR,
  preset: 'OtelCollector, HTTP',
  protocol: 'http',
  make: workload => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpHttp(`http://127.0.0.1:${PORT}`, { insecure: true })] }),
};

/** All signals, because the collector ends their exporters one after another. */
const COLLECTOR_ALL: Shipper = { ...COLLECTOR, write: (_stage, sink, items) => telemetry(sink, items, ['traces', 'metrics', 'logs']) };
const COLLECTOR_HTTP_ALL: Shipper = { ...COLLECTOR_HTTP, write: COLLECTOR_ALL.write };

export const SHIPPER_SCENARIOS: readonly Scenario[] = [
  ...[FLUENT_BIT, COLLECTOR, COLLECTOR_HTTP].flatMap(shipper => [
    outage(shipper, 60, 'refuse'),
    outage(shipper, 30, 'hang'),
    scenario(shipper, 'the stop signal directly after the last item', async ({ stage, send, result }) => {
      await send(100, 50);
      // Longer than it takes to notice a line in a file that is open.
      await sleep(100);
      return result(await stage.stop());
    }),
  ]),
  backInTime(FLUENT_BIT),
  // The collector does not retry while it stops: what is not in an attempt that lasts long enough is lost.
  backInTime(COLLECTOR, true),
  backInTime(COLLECTOR_HTTP, true),
  ...[FLUENT_BIT, FLUENT_BIT_ES, COLLECTOR_ALL, COLLECTOR_HTTP_ALL].map(shipper => atTheEnd(shipper, 'hang', 'the backend hangs from 20 s before the stop signal on')),
  ...[FLUENT_BIT, COLLECTOR_ALL].map(shipper => atTheEnd(shipper, 'refuse', 'the backend is away from 20 s before the stop signal on')),
  scenario(FLUENT_BIT, 'a Job of 0.2 s that writes 10 lines to a new file', async ({ stage, send, result }) => {
    await send(10);
    // What the kubelet waits in a Job: see `lastRead`.
    await sleep(2200);
    return result(await stage.stop());
  }),
  scenario(FLUENT_BIT, 'a Deployment that creates a file with 10 lines 0.5 s before its end', async ({ stage, send, result }) => {
    await send(10);
    await sleep(500);
    return result(await stage.stop());
  }),
  scenario(FLUENT_BIT, 'a Deployment that creates a file with 10 lines directly before its end', async ({ stage, send, result }) => {
    await send(10);
    return result(await stage.stop());
  }, true),
  scenario(FLUENT_BIT, 'a Deployment that writes 10,000 lines directly before its end', async ({ stage, send, result }) => {
    await send(10, 10);
    await send(10_000);
    return result(await stage.stop());
  }, true),
  scenario(FLUENT_BIT, 'a Job that writes 50,000 lines at its end', async ({ stage, send, result }) => {
    await send(50_000);
    await sleep(2000);
    return result(await stage.stop());
  }),
  // What does not fit is rejected, and the app gets an error: it is not lost without a word.
  scenario(COLLECTOR, 'the backend is away and the app sends as fast as it can for 20 s: alive within the memory limit', async ({ stage, sink }) => {
    await sink.set('refuse');
    const began = Date.now();
    for (let count = 0; elapsed(began) < 20; count++) {
      await telemetry(sink, Array.from({ length: 500 }, (_, index) => `item-${String((count * 500 + index) % 1e6).padStart(6, '0')}${'x'.repeat(1000)}`), ['traces'], true);
    }
    return { ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
  }),
  scenario(FLUENT_BIT, 'the backend is away and the app writes 100,000 lines of 1 kB: alive within the memory limit', async ({ stage, sink }) => {
    await sink.set('refuse');
    for (let block = 0; block < 20; block++) {
      appendFileSync(stage.pod.path('/var/log/app/app.log'), `${'x'.repeat(1000)}\n`.repeat(5000));
      await sleep(500);
    }
    return { ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
  }),
  scenario(COLLECTOR, '5,000 spans directly before the stop signal', async ({ stage, send, result }) => {
    await send(5000);
    return result(await stage.stop());
  }),
];

function outage(shipper: Shipper, seconds: number, mode: SinkMode): Scenario {
  return scenario(shipper, `the backend ${mode === 'hang' ? 'hangs' : 'is away'} for ${seconds} s`, async ({ stage, sink, send, result }) => {
    await sink.set(mode);
    await send(seconds * 10, 10);
    await sink.set('accept');
    const back = Date.now();
    let missing = Infinity;
    while (missing > 0 && elapsed(back) < RECOVERY_SECONDS) {
      await sleep(100);
      missing = seconds * 10 - await sink.count();
    }
    return result({ seconds: elapsed(back), ...await stage.stop() });
  });
}

function backInTime(shipper: Shipper, mayLose?: true): Scenario {
  return scenario(shipper, 'the backend is away when the stop signal comes, and back after 2 s', async ({ stage, sink, send, result }) => {
    await sink.set('refuse');
    await send(10);
    await sleep(1500);
    return result(await stage.stop(() => sleep(2000).then(() => sink.set('accept'))));
  }, mayLose);
}

/** What arrives then is up to the backend: only the time counts. */
function atTheEnd(shipper: Shipper, mode: SinkMode, name: string): Scenario {
  return scenario(shipper, name, async ({ stage, sink, send }) => {
    await sink.set(mode);
    await send(80, 4);
    return { ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
  });
}

function scenario(shipper: Shipper, name: string, act: (run: Run) => Promise<Measured>, mayLose?: true): Scenario {
  const { preset, program } = shipper;
  return { preset, program, name, ...(mayLose ? { mayLose } : {}), run: (binary, path) => play(shipper, binary, path, act) };
}

async function play(shipper: Shipper, binary: Binary, path: string, act: (run: Run) => Promise<Measured>): Promise<Measured> {
  const stage = Stage.of(shipper.make, binary, path);
  let sink: Sink | undefined;
  try {
    await stage.started();
    const backend = sink = new Sink(stage.pod.id, PORT, shipper.protocol);
    await backend.set('accept');
    await stage.open(PATIENCE);
    let sent = 0;
    const send = async (count: number, perSecond?: number) => {
      const first = sent;
      const began = Date.now();
      const size = perSecond ? 1 : count;
      while (sent < first + count) {
        await shipper.write(stage, backend, Array.from({ length: size }, (_, index) => `item-${String(sent + index).padStart(6, '0')}`));
        sent += size;
        await sleep(perSecond ? Math.max(0, began + (sent - first) / perSecond * 1000 - Date.now()) : 0);
      }
    };
    const result = async (measured: Partial<Measured>): Promise<Measured> => {
      return { sent, lost: sent - await backend.count(), ...measured, shutdownSeconds: stage.shutdownSeconds };
    };
    return await act({ stage, sink: backend, send, result });
  } finally {
    sink?.close();
    stage.remove();
  }
}

async function telemetry(sink: Sink, items: readonly string[], signals: readonly string[], mayReject = false): Promise<void> {
  const time = `${Date.now()}000000`;
  const bodies: { [signal: string]: () => object } = {
    traces: () => ({
      resourceSpans: [{
        scopeSpans: [{
          spans: items.map((name, index) => ({
            name, traceId: hex(index + 1, 32), spanId: hex(index + 1, 16), startTimeUnixNano: time, endTimeUnixNano: time,
          })),
        }],
      }],
    }),
    metrics: () => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: items.map(name => ({ name, gauge: { dataPoints: [{ timeUnixNano: time, asInt: '1' }] } })) }] }] }),
    logs: () => ({ resourceLogs: [{ scopeLogs: [{ logRecords: items.map(stringValue => ({ timeUnixNano: time, body: { stringValue } })) }] }] }),
  };
  for (const signal of signals) {
    const status = await sink.post(`http://127.0.0.1:4318/v1/${signal}`, JSON.stringify(bodies[signal]()));
    if (status !== 200 && !mayReject) {
      throw new Error(`the collector answered ${status} to ${signal}`);
    }
  }
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, '0');
}
