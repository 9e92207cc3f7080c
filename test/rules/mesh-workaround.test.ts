import { says, saysInMesh } from './check';
import { DAPR, ISTIO, ISTIO_LEGACY, LINKERD, LINKERD_LEGACY } from './meshes';
import { awaitWrapper, quitCall } from '../../src/rules/mesh-workaround';
import { jobOf, podOf } from '../lifecycle/pods';

const shell = (script: string) => jobOf([{ name: 'work', command: ['sh', '-c', script] }]);

describe('a call that tells the proxy to quit', () => {
  test.each([
    ['Istio', ISTIO, './export; curl -X POST http://localhost:15020/quitquitquit', 'quitquitquit'],
    ['Istio', ISTIO, './export && pkill -f pilot-agent', 'pkill -f pilot-agent'],
    ['Linkerd', LINKERD, './export; curl -X POST http://localhost:4191/shutdown', ':4191/shutdown'],
    ['Dapr', DAPR, './export; wget --post-data= http://localhost:3500/v1.0/shutdown', ':3500/v1.0/shutdown'],
  ])('offends with a native %s: %s %s', (_name, mesh, script, found) => {
    expect(saysInMesh(quitCall, mesh, shell(script))).toEqual([
      `NS501 'work' tells the proxy to quit (${found}): a native proxy is started again until the work is done, and needs no telling: take the call away`,
    ]);
  });

  test.each([
    ['the arguments', { args: ['--on-exit=http://localhost:15000/quitquitquit'] }],
    ['a hook', { lifecycle: { preStop: { exec: { command: ['curl', '-X', 'POST', 'http://localhost:15020/quitquitquit'] } } } }],
    ['a hook over HTTP', { lifecycle: { preStop: { httpGet: { path: '/quitquitquit', port: 15020 } } } }],
  ])('is also found in %s', (_name, rest) => {
    expect(saysInMesh(quitCall, ISTIO, podOf([{ name: 'web', ...rest }]))).toHaveLength(1);
  });

  test('does not offend where the proxy is an ordinary container, nor do other calls', () => {
    expect(saysInMesh(quitCall, ISTIO_LEGACY, shell('./export; curl -X POST http://localhost:15020/quitquitquit'))).toEqual([]);
    expect(saysInMesh(quitCall, ISTIO, shell('./export; curl -X POST http://orders/shutdown'))).toEqual([]);
  });

  test('is no concern outside of a mesh', () => {
    expect(says(quitCall, shell('curl -X POST http://localhost:15020/quitquitquit'))).toEqual([]);
  });
});

describe('a wrapper that waits for the proxy', () => {
  test.each([
    ['Linkerd', LINKERD, { command: ['/linkerd-await', '--shutdown', '--', './export'] }, 'linkerd-await'],
    ['Istio', ISTIO, { command: ['scuttle', './export'] }, 'scuttle'],
    ['Istio', ISTIO, { command: ['/usr/bin/envoy-preflight', './export'] }, 'envoy-preflight'],
    ['Istio', ISTIO, { command: ['sh', '-c'], args: ['pilot-agent wait && ./export'] }, 'pilot-agent wait'],
  ])('offends with a native %s: %s %j', (_name, mesh, rest, found) => {
    expect(saysInMesh(awaitWrapper, mesh, jobOf([{ name: 'work', ...rest }]))).toEqual([
      `NS502 'work' waits for the proxy itself (${found}): it only starts once a native proxy is up: run the real command`,
    ]);
  });

  test("does not offend where the proxy is an ordinary container, nor does the mesh's own hook", () => {
    expect(saysInMesh(awaitWrapper, LINKERD_LEGACY, shell('linkerd-await -- ./export'))).toEqual([]);
    expect(saysInMesh(awaitWrapper, LINKERD_LEGACY, podOf([{ name: 'web' }]))).toEqual([]);
  });

  test('is no concern outside of a mesh', () => {
    expect(says(awaitWrapper, shell('linkerd-await -- ./export'))).toEqual([]);
  });
});
