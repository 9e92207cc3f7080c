import { addSidecar, chartIn, deploymentIn, synthPod } from './support';
import { DrainNotice } from '../../src';

test.each<[string, DrainNotice, object]>([
  ['HTTP', DrainNotice.httpGet('/healthcheck/fail', 9901), { httpGet: { path: '/healthcheck/fail', port: 9901 } }],
  ['a command', DrainNotice.command(['/proxy', 'drain']), { exec: { command: ['/proxy', 'drain'] } }],
  ['a word that only looks like an end', DrainNotice.httpGet('/skills/killing-time', 9901), { httpGet: { path: '/skills/killing-time', port: 9901 } }],
])('a notice by %s becomes the preStop hook', (_name, preStop, hook) => {
  const chart = chartIn();
  addSidecar(deploymentIn(chart), 'proxy', { preStop });

  expect(synthPod(chart).container('proxy').spec.lifecycle).toEqual({ preStop: hook });
});

const STOPS = (text: string) => `NS303 the preStop hook of sidecar 'proxy' (${text}) runs first and stops 'proxy' while the app still runs: `
  + 'remove it, because the kubelet stops the sidecar after the app';
const SLEEPS = (seconds: number) => `NS304 the preStop hook of sidecar 'proxy' sleeps ${seconds} s, which only delays every stop and every Job, `
  + 'because a native sidecar already outlives the app: remove the sleep';

test.each<[DrainNotice, string]>([
  [DrainNotice.httpGet('/quitquitquit', 15020), STOPS('/quitquitquit')],
  [DrainNotice.command(['kill', '-TERM', '1']), STOPS('kill -TERM 1')],
  [DrainNotice.command(['nginx', '-s', 'quit']), STOPS('nginx -s quit')],
  [DrainNotice.command(['sleep', '15']), SLEEPS(15)],
  [DrainNotice.command(['sh', '-c', 'sleep 5 && /proxy drain']), SLEEPS(5)],
])('refused, because it stops the sidecar or only sleeps: %j', (preStop, message) => {
  const web = deploymentIn(chartIn());

  expect(() => addSidecar(web, 'proxy', { preStop })).toThrow(new Error(message));
});
