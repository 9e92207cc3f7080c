import { jobOf, play, podOf, sidecar } from './pods';
import { Timeline } from '../../src/sidecars/timeline';

const HOOK = { lifecycle: { postStart: { exec: { command: ['/register'] } }, preStop: { sleep: { seconds: 2 } } } };

describe('a postStart hook that fails', () => {
  const pod = podOf([{ name: 'app' }], [sidecar('proxy', HOOK)]);

  test('makes the kubelet stop the container with its preStop hook, and restart it with back-off', () => {
    expect(play(pod, { deleteAt: 20, containers: { proxy: { postStart: 1, postStartFails: true, shutdown: 1 } } })).toEqual([
      '0 proxy started', '1 proxy poststart-failed', '1 proxy prestop-begin', '3 proxy prestop-end', '3 proxy sigterm', '4 proxy exited 0',
      '4 proxy started', '5 proxy poststart-failed', '5 proxy prestop-begin', '7 proxy prestop-end', '7 proxy sigterm', '8 proxy exited 0', '8 proxy backoff',
      '18 proxy started', '19 proxy poststart-failed', '19 proxy prestop-begin', '21 proxy prestop-end', '21 proxy sigterm', '22 proxy exited 0',
    ]);
  });

  test('keeps the app from starting', () => {
    const { outcome, why } = Timeline.of(pod, { containers: { proxy: { postStartFails: true } } });

    expect([outcome, why]).toEqual(['stuck', "the postStart hook of 'proxy' fails every time, so 'app' never starts"]);
  });

  test('restarts the app itself forever', () => {
    const { why } = Timeline.of(podOf([{ name: 'app', ...HOOK }]), { containers: { app: { postStartFails: true } } });

    expect(why).toBe("the postStart hook of 'app' fails every time, so the kubelet restarts it forever");
  });

  test('ends a pod that restarts nothing', () => {
    const { outcome } = Timeline.of(jobOf([{ name: 'work', ...HOOK }]), { containers: { work: { postStartFails: true, exitCode: 1 } } });

    expect(outcome).toBe('failed');
  });

  test('does nothing to a container that has exited before', () => {
    expect(play(podOf([{ name: 'app', ...HOOK }]), { deleteAt: 4, containers: { app: { postStart: 3, postStartFails: true, crashesAt: [1] } } }).slice(0, 3)).toEqual([
      '0 app started', '1 app exited 1', '1 app started',
    ]);
  });
});

test('a tcpSocket hook always fails', () => {
  const { why } = Timeline.of(podOf([{ name: 'app' }], [sidecar('proxy', { lifecycle: { postStart: { tcpSocket: { port: 80 } } } })]));

  expect(why).toBe("the postStart hook of 'proxy' fails every time, so 'app' never starts");
});
