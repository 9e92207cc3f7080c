import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { quitCall } from '../../../src/rules/leftovers/quit-call';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { DAPR, ISTIO, ISTIO_LEGACY, LINKERD } from '../meshes';

const shell = (script: string, ...others: { readonly name: string }[]) => jobOf([{ name: 'work', command: ['sh', '-c', script] }, ...others]);

const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--quitquitquit', 'a:b:c'] };

test('a call to the data plane of Consul names the mesh and its switch', () => {
  expect(says(quitCall, shell('./export; curl --max-time 2 -s -f -X POST http://127.0.0.1:20600/graceful_shutdown'))).toEqual([
    "NS501 'work' tells the proxy of Consul to quit (localhost:20600/graceful_shutdown), which a native proxy does not need: "
    + 'request a native proxy with consul.hashicorp.com/enable-consul-dataplane-as-sidecar: "true", which Consul supports since 1.9, and remove the call',
  ]);
});

describe('a call that tells a native sidecar to quit', () => {
  test.each([
    ['Istio', ISTIO, './export; curl -X POST http://localhost:15020/quitquitquit', 'istio-proxy', 'localhost:15020/quitquitquit'],
    ['Istio', ISTIO, './export && pkill -f pilot-agent', 'istio-proxy', 'pkill -f pilot-agent'],
    ['Linkerd', LINKERD, './export; curl -X POST http://localhost:4191/shutdown', 'linkerd-proxy', 'localhost:4191/shutdown'],
    ['Dapr', DAPR, './export; wget --post-data= http://localhost:3500/v1.0/shutdown', 'daprd', 'localhost:3500/v1.0/shutdown'],
  ])('offends in %s: %s %s', (_name, mesh, script, proxy, found) => {
    expect(saysInMesh(quitCall, mesh, shell(script))).toEqual([
      `NS501 'work' tells '${proxy}' to quit (${found}): the kubelet restarts a native sidecar until the work is done, and then stops it without the call: remove the call`,
    ]);
  });

  test.each([
    ['the arguments', { args: ['--on-exit=http://localhost:15000/quitquitquit'] }],
    ['a hook', { lifecycle: { preStop: { exec: { command: ['curl', '-X', 'POST', 'http://localhost:15020/quitquitquit'] } } } }],
    ['a hook over HTTP', { lifecycle: { preStop: { httpGet: { path: '/quitquitquit', port: 15020 } } } }],
  ])('is also found in %s', (_name, rest) => {
    expect(saysInMesh(quitCall, ISTIO, podOf([{ name: 'web', ...rest }]))).toHaveLength(1);
  });

  test('offends without a mesh, too', () => {
    const proxy = sidecar('proxy', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0' });

    expect(says(quitCall, jobOf([{ name: 'work', command: ['sh', '-c', './export; curl -X POST localhost:9091/quitquitquit'] }], [proxy]))).toHaveLength(1);
  });
});

test('a call to an ordinary sidecar offends, because it may never come', () => {
  const pod = shell('./export && curl localhost:8080/kill', { name: 'proxy' });

  expect(says(quitCall, pod)).toEqual([
    "NS501 'work' tells 'proxy' to quit (localhost:8080/kill), but not when it fails or is killed first: "
    + "make 'proxy' a native sidecar, which stops when the work is done, and remove the call",
  ]);
});

test.each([
  ['a trap', "trap 'curl localhost:8080/kill' EXIT; ./export"],
  ['a kept exit code', './export; rc=$?; curl localhost:8080/kill; exit $rc'],
  ['both branches of a choice', 'if ./export; then curl localhost:8080/kill; else curl localhost:8080/kill; exit 1; fi'],
])('a call that is made although the work fails only misses a kill: %s', (_name, script) => {
  expect(offenses(quitCall, shell(script, { name: 'proxy' })).map(({ message }) => message))
    .toEqual(["'work' tells 'proxy' to quit (localhost:8080/kill), but not when it is killed first"]);
});

test('a call that is not heard says why', () => {
  const pod = shell('./export; curl -X POST localhost:9091/quitquitquit', { ...DB, args: ['a:b:c'] } as { readonly name: string });

  expect(says(quitCall, pod)).toEqual([
    "NS501 'work' tells 'db' to quit (localhost:9091/quitquitquit), but 'db' listens for it only with --quitquitquit: "
    + "make 'db' a native sidecar, which stops when the work is done, and remove the call",
  ]);
});

test('a call that a native sidecar does not hear says why, too', () => {
  const work = { name: 'work', command: ['sh', '-c', './export; curl -X POST localhost:9091/quitquitquit'] };

  expect(says(quitCall, jobOf([work], [sidecar('db', { image: DB.image, args: ['--quitquitquit', '--admin-port=9999', 'a:b:c'] })]))).toEqual([
    "NS501 'work' tells 'db' to quit (localhost:9091/quitquitquit), but 'db' listens for it on port 9999, and the kubelet stops a native sidecar without a call: "
    + 'remove the call unless it is for another container',
  ]);
});

test('a call to one of several containers does not claim that it is not in the manifest', () => {
  const pod = shell('./export; curl localhost:8080/kill', { name: 'one' }, { name: 'two' });

  expect(offenses(quitCall, pod).map(({ message }) => message)).toEqual(["'work' tells a sidecar to quit (localhost:8080/kill), which a native sidecar does not need"]);
});

test('a call to the proxy of a mesh without a switch for a workload names that of the installation', () => {
  const template = {
    metadata: { labels: { 'kuma.io/sidecar-injection': 'enabled' } },
    spec: { restartPolicy: 'Never', containers: [{ name: 'work', command: ['sh', '-c', './export; curl -X POST localhost:9901/quitquitquit'] }] },
  };

  expect(says(quitCall, PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template } }))).toEqual([
    "NS501 'work' tells the proxy of Kuma to quit (localhost:9901/quitquitquit), which a native proxy does not need: remove the call when the proxy of Kuma is native: "
    + 'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS) makes it so, which is the default since Kuma 2.14',
  ]);
});

test('a call to the proxy of a mesh names the mesh and its switch', () => {
  const pod = shell('./export; curl -X POST http://localhost:15020/quitquitquit');

  expect(says(quitCall, pod)).toEqual([
    "NS501 'work' tells the proxy of Istio to quit (localhost:15020/quitquitquit), which a native proxy does not need: "
    + 'request a native proxy with sidecar.istio.io/nativeSidecar: "true", which Istio supports since 1.24, and remove the call',
  ]);
  expect(offenses(quitCall, pod)[0].severity).toBe(Severity.INFO);
});

test('a call to another sidecar that is not in the manifest is worth knowing', () => {
  expect(says(quitCall, shell('./export; curl -X POST http://localhost:9091/quitquitquit'))).toEqual([
    "NS501 'work' tells a sidecar that is not in this manifest to quit (localhost:9091/quitquitquit), which a native sidecar does not need: "
    + 'remove the call when the sidecar is native',
  ]);
});

test('it does not offend where somebody chose an ordinary proxy, nor do other calls', () => {
  expect(saysInMesh(quitCall, ISTIO_LEGACY, shell('./export; curl -X POST http://localhost:15020/quitquitquit'))).toEqual([]);
  expect(saysInMesh(quitCall, ISTIO, shell('./export; curl -X POST http://orders/shutdown'))).toEqual([]);
});

test('a pod without commands is no concern', () => {
  expect(says(quitCall, jobOf([{ name: 'work' }, { name: 'proxy' }]))).toEqual([]);
});

test('on a target without native sidecars, the fix names the version that it needs', () => {
  const pod = shell('./export; curl -X POST http://localhost:9091/quitquitquit', DB);

  expect(offenses(quitCall, pod, { kubernetes: '1.28' }).map(({ fix }) => fix)).toEqual([
    "make 'db' a native sidecar (Kubernetes 1.29 or newer), which stops when the work is done, and remove the call",
  ]);
});
