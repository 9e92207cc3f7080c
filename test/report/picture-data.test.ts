import { drawSvg } from '../../src/drawing/svg';
import { PodModel } from '../../src/kubernetes/pod';
import { drawnPod, pictureData } from '../../src/report/picture-data';
import { Texts } from '../../src/report/texts';
import { Scenario } from '../../src/simulator/scenario';
import { simulate } from '../../src/simulator/simulator';

const GATE = { httpGet: { path: '/ready', port: 15021 } };
const SPEC = {
  terminationGracePeriodSeconds: 45,
  initContainers: [{ name: 'proxy', restartPolicy: 'Always', startupProbe: GATE }, { name: 'migrate' }],
  containers: [{ name: 'app', lifecycle: { preStop: { sleep: { seconds: 5 } } } }, { name: 'logs' }],
};

test.each<[string, object, Scenario]>([
  ['a server that is deleted', { kind: 'Pod', spec: SPEC }, { deleteAt: 60, containers: { proxy: { gateOpens: 1.5, shutdown: 4, crashesAt: [20] }, app: { shutdown: 50 } } }],
  ['a gate that never opens', { kind: 'Pod', spec: SPEC }, { containers: { proxy: {} } }],
  ['a Job', { apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec: SPEC } } }, { containers: { app: { exitsAfter: 5 }, logs: { exitsAfter: 6, exitCode: 1 } } }],
])('a picture is the same after it was kept as data: %s', (_name, manifest, scenario) => {
  const pod = PodModel.fromManifest({ metadata: { name: 'web' }, ...manifest });
  const drawn = { pod, result: simulate(pod, scenario), injected: ['proxy'], requestsSeconds: 2 };
  const texts = new Texts();

  const kept = JSON.parse(JSON.stringify(pictureData(drawn, texts)));

  expect(drawSvg(drawnPod(kept, texts.all), { title: 'web' })).toBe(drawSvg(drawn, { title: 'web' }));
});
