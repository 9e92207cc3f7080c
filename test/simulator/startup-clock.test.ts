import { gatedBy, play, podOf } from './pods';

const PATIENT = { tcpSocket: { port: 8080 }, periodSeconds: 10, failureThreshold: 3 };

describe('startup probes run on the clock of the pod', () => {
  const pod = podOf([{ name: 'app' }], [{ name: 'init' }, gatedBy('proxy', PATIENT)]);

  test('a container that starts between two checks has less than its period times its threshold', () => {
    expect(play(pod, { deleteAt: 31, containers: { init: { exitsAfter: 8 }, proxy: { gateOpens: 25 } } }).slice(0, 5)).toEqual([
      '0 init started', '8 init exited 0', '8 proxy started', '30 proxy gate-failed', '30 proxy sigterm',
    ]);
  });

  test('a container that starts on a check has all of it, and opens its gate at a check', () => {
    expect(play(pod, { containers: { init: { exitsAfter: 10 }, proxy: { gateOpens: 25 } } })).toEqual([
      '0 init started', '10 init exited 0', '10 proxy started', '40 proxy gate-open', '40 app started',
    ]);
  });

  test('the initial delay counts from the start of the container', () => {
    const delayed = podOf([{ name: 'app' }], [{ name: 'init' }, gatedBy('proxy', { ...PATIENT, initialDelaySeconds: 5 })]);

    expect(play(delayed, { containers: { init: { exitsAfter: 8 } } })).toContain('20 proxy gate-open');
  });

  test("an app's own probe behaves the same", () => {
    const own = podOf([{ name: 'app', startupProbe: PATIENT }], [{ name: 'init' }]);

    expect(play(own, { deleteAt: 31, containers: { init: { exitsAfter: 8 }, app: { gateOpens: 25 } } })).toContain('30 app gate-failed');
  });

  test('failed checks of a run that crashes count for the next run, until the probe has decided', () => {
    const crashing = podOf([{ name: 'app' }], [gatedBy('proxy', PATIENT)]);

    const lines = play(crashing, { deleteAt: 71, containers: { proxy: { gateNeverOpens: true, crashesAt: [25] } } });

    expect(lines.filter(line => line.includes('gate-failed'))).toEqual(['30 proxy gate-failed', '70 proxy gate-failed']);
  });
});
