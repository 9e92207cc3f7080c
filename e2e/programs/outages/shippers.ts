import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scenario } from './scenario';
import { COLLECTOR, COLLECTOR_ALL, COLLECTOR_HTTP, COLLECTOR_HTTP_ALL, FLUENT_BIT, FLUENT_BIT_ES, Shipper, shipping, telemetry } from './shipper';
import { SinkMode } from './sink';
import { seconds as elapsed } from './stage';

/** How long after an outage everything must have arrived. gRPC waits up to two minutes between two connections. */
const RECOVERY_SECONDS = 150;

export const SHIPPER_SCENARIOS: readonly Scenario[] = [
  ...[FLUENT_BIT, COLLECTOR, COLLECTOR_HTTP].flatMap(shipper => [
    outage(shipper, 60, 'refuse'),
    outage(shipper, 30, 'hang'),
    shipping(shipper, 'the stop signal directly after the last item', async ({ stage, send, result }) => {
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
  shipping(FLUENT_BIT, 'a Job of 0.2 s that writes 10 lines to a new file', async ({ stage, send, result }) => {
    await send(10);
    // What the kubelet waits in a Job: see `lastRead`.
    await sleep(2200);
    return result(await stage.stop());
  }),
  shipping(FLUENT_BIT, 'a Deployment that creates a file with 10 lines 0.5 s before its end', async ({ stage, send, result }) => {
    await send(10);
    await sleep(500);
    return result(await stage.stop());
  }),
  shipping(FLUENT_BIT, 'a Deployment that creates a file with 10 lines directly before its end', async ({ stage, send, result }) => {
    await send(10);
    return result(await stage.stop());
  }, true),
  shipping(FLUENT_BIT, 'a Deployment that writes 10,000 lines directly before its end', async ({ stage, send, result }) => {
    await send(10, 10);
    await send(10_000);
    return result(await stage.stop());
  }, true),
  shipping(FLUENT_BIT, 'a Job that writes 50,000 lines at its end', async ({ stage, send, result }) => {
    await send(50_000);
    await sleep(2000);
    return result(await stage.stop());
  }),
  // What does not fit is rejected, and the app gets an error: it is not lost without a word.
  shipping(COLLECTOR, 'the backend is away and the app sends as fast as it can for 20 s: alive within the memory limit', async ({ stage, sink }) => {
    await sink.set('refuse');
    const began = Date.now();
    for (let count = 0; elapsed(began) < 20; count++) {
      await telemetry(sink, Array.from({ length: 500 }, (_, index) => `item-${String((count * 500 + index) % 1e6).padStart(6, '0')}${'x'.repeat(1000)}`), ['traces'], true);
    }
    return { ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
  }),
  shipping(FLUENT_BIT, 'the backend is away and the app writes 100,000 lines of 1 kB: alive within the memory limit', async ({ stage, sink }) => {
    await sink.set('refuse');
    for (let block = 0; block < 20; block++) {
      appendFileSync(stage.pod.path('/var/log/app/app.log'), `${'x'.repeat(1000)}\n`.repeat(5000));
      await sleep(500);
    }
    return { ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
  }),
  shipping(COLLECTOR, '5,000 spans directly before the stop signal', async ({ stage, send, result }) => {
    await send(5000);
    return result(await stage.stop());
  }),
];

function outage(shipper: Shipper, seconds: number, mode: SinkMode): Scenario {
  return shipping(shipper, `the backend ${mode === 'hang' ? 'hangs' : 'is away'} for ${seconds} s`, async ({ stage, sink, send, result }) => {
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
  return shipping(shipper, 'the backend is away when the stop signal comes, and back after 2 s', async ({ stage, sink, send, result }) => {
    await sink.set('refuse');
    await send(10);
    await sleep(1500);
    return result(await stage.stop(() => sleep(2000).then(() => sink.set('accept'))));
  }, mayLose);
}

/** What arrives then is up to the backend: only the time counts. */
function atTheEnd(shipper: Shipper, mode: SinkMode, name: string): Scenario {
  return shipping(shipper, name, async ({ stage, sink, send }) => {
    await sink.set(mode);
    await send(80, 4);
    return { ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
  });
}
