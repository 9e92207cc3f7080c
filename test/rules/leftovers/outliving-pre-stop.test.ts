import { outlivingPreStop } from '../../../src/rules/leftovers/outliving-pre-stop';
import { podOf } from '../../simulator/pods';
import { says, saysInMesh } from '../check';
import { LINKERD_LEGACY } from '../meshes';

const PROXY = { name: 'proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0-alpine' };
const SLEEP = { lifecycle: { preStop: { exec: { command: ['sleep', '20'] } } } };

test('a sidecar that sleeps to outlive the app offends', () => {
  expect(says(outlivingPreStop, podOf([{ name: 'web' }, { ...PROXY, ...SLEEP }]))).toEqual([
    "NS515 'proxy' sleeps 20 s before it stops, and the app may still need it then: make it a native sidecar, which stops after the app, and remove the hook",
  ]);
});

test('a sidecar that stops itself before it sleeps does not outlive the app by it', () => {
  const hook = (text: string) => ({ lifecycle: { preStop: { exec: { command: ['/bin/sh', '-c', text] } } } });

  expect(says(outlivingPreStop, podOf([{ name: 'web' }, { ...PROXY, ...hook('kill -TERM 1; sleep 3') }]))).toEqual([]);
  expect(says(outlivingPreStop, podOf([{ name: 'web' }, { ...PROXY, ...hook('sleep 3; kill -TERM 1') }]))).toHaveLength(1);
});

test('the app may sleep, and so may what the world comes in through', () => {
  expect(says(outlivingPreStop, podOf([{ name: 'web', image: 'acme/web', ...SLEEP }, PROXY]))).toEqual([]);
  expect(says(outlivingPreStop, podOf([{ name: 'web' }, { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.6.0', ...SLEEP }]))).toEqual([]);
});

test('pods of one container, and what a mesh injects, are no concern', () => {
  expect(says(outlivingPreStop, podOf([{ name: 'proxy', image: PROXY.image, ...SLEEP }]))).toEqual([]);
  expect(saysInMesh(outlivingPreStop, LINKERD_LEGACY, podOf([{ name: 'web' }]))).toEqual([]);
});
