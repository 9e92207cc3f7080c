import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as kplus from 'cdk8s-plus-28';
import { Measured, Scenario } from './scenario';
import { Sink, SinkMode } from './sink';
import { Stage } from './stage';
import { NativeSidecar } from '../../../src';
import * as catalog from '../../../src/catalog';
import { Binary } from '../binaries';

export const SINK_PORT = 18080;
const PATIENCE = 30;

/** A preset that takes items from the app and brings them to a backend. */
export interface Shipper {
  readonly preset: string;
  readonly program: string;
  readonly protocol: 'http' | 'grpc';
  readonly make: (workload: kplus.Workload) => NativeSidecar;
  readonly write: (stage: Stage, sink: Sink, items: readonly string[]) => Promise<unknown>;
  /** A key and a certificate, which the backend and the sidecar have. */
  readonly tls?: { readonly pair: readonly [key: string, certificate: string]; readonly files: { readonly [path: string]: string } };
  /** What the backend does when the sidecar starts. */
  readonly backendAtStart?: SinkMode;
}

/** The run of one scenario. */
export interface Run {
  readonly stage: Stage;
  readonly sink: Sink;
  /** Gives the sidecar so many further items; `perSecond` evenly, otherwise at once. */
  send(count: number, perSecond?: number): Promise<void>;
  /** How many of the items arrived in the end. */
  result(measured: Partial<Measured>): Promise<Measured>;
}

export const FLUENT_BIT: Shipper = {
  preset: 'FluentBit',
  program: 'Fluent Bit',
  protocol: 'http',
  make: workload => new catalog.FluentBit(workload, 'side', { outputs: [{ plugin: 'http', options: { host: '127.0.0.1', port: SINK_PORT, format: 'json_lines' } }] }),
  write: async ({ pod }, _sink, items) => appendFileSync(pod.path('/var/log/app/app.log'), items.map(item => `${item}\n`).join('')),
};

export const FLUENT_BIT_ES: Shipper = {
  ...FLUENT_BIT,
  preset: 'FluentBit, output es',
  make: workload => new catalog.FluentBit(workload, 'side', { outputs: [{ plugin: 'es', options: { host: '127.0.0.1', port: SINK_PORT, suppress_type_name: true } }] }),
};

export const COLLECTOR: Shipper = {
  preset: 'OtelCollector, gRPC',
  program: 'OpenTelemetry Collector',
  protocol: 'grpc',
  make: workload => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpGrpc(`127.0.0.1:${SINK_PORT}`, { insecure: true })] }),
  write: (_stage, sink, items) => telemetry(sink, items, ['traces']),
};

export const COLLECTOR_HTTP: Shipper = {
  ...COLLECTOR,
  preset: 'OtelCollector, HTTP',
  protocol: 'http',
  make: workload => new catalog.OtelCollector(workload, 'side', { exporters: [catalog.OtelExporter.otlpHttp(`http://127.0.0.1:${SINK_PORT}`, { insecure: true })] }),
};

/** All signals, because the collector ends their exporters one after another. */
export const COLLECTOR_ALL: Shipper = { ...COLLECTOR, write: (_stage, sink, items) => telemetry(sink, items, ['traces', 'metrics', 'logs']) };
export const COLLECTOR_HTTP_ALL: Shipper = { ...COLLECTOR_HTTP, write: COLLECTOR_ALL.write };

/** A preset that ships, played with a backend. */
export function shipping(shipper: Shipper, name: string, act: (run: Run) => Promise<Measured>, mayLose?: true): Scenario {
  const { preset, program } = shipper;
  return { preset, program, name, ...(mayLose ? { mayLose } : {}), run: (binary, path) => play(shipper, binary, path, act) };
}

async function play(shipper: Shipper, binary: Binary, path: string, act: (run: Run) => Promise<Measured>): Promise<Measured> {
  const { tls } = shipper;
  const stage = Stage.of(shipper.make, { ...binary, ...(tls ? { files: () => tls.files } : {}) }, path);
  let sink: Sink | undefined;
  try {
    await stage.started();
    const backend = sink = new Sink(stage.pod.id, SINK_PORT, shipper.protocol, tls?.pair);
    await backend.set(shipper.backendAtStart ?? 'accept');
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

/** Sends items as telemetry to the collector. */
export async function telemetry(sink: Sink, items: readonly string[], signals: readonly string[], mayReject = false): Promise<void> {
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
