import { Severity } from '../../../src/rules/engine/finding';
import { tcpSocketHook } from '../../../src/rules/stop/tcp-socket-hook';
import { GATE, HOOK, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const tcpSocket = { port: 8080 };

test('a postStart hook that opens a connection offends', () => {
  expect(says(tcpSocketHook, podOf([{ name: 'web', lifecycle: { postStart: { tcpSocket } } }]))).toEqual([
    "NS309 the postStart hook of 'web' uses tcpSocket, which the kubelet cannot run, so it kills and restarts the container forever: "
    + 'use a startupProbe with tcpSocket',
  ]);
});

test('a preStop hook does too, with less harm', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('proxy', { lifecycle: { preStop: { tcpSocket } } })]);

  expect(says(tcpSocketHook, pod)).toEqual([
    "NS309 the preStop hook of 'proxy' uses tcpSocket, which the kubelet cannot run, so the hook does nothing: use exec, httpGet or sleep, or remove the hook",
  ]);
  expect(offenses(tcpSocketHook, pod)[0].severity).toBe(Severity.WARNING);
});

test('other hooks do not', () => {
  expect(says(tcpSocketHook, podOf([{ name: 'web', lifecycle: HOOK }]))).toEqual([]);
});

test('probes are no concern', () => {
  expect(says(tcpSocketHook, podOf([{ name: 'web', startupProbe: GATE }]))).toEqual([]);
});
