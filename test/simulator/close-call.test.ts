import { gatedBy, jobOf, podOf, sidecar } from './pods';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';

const closeCalls = (pod: PodModel, scenario: Scenario) => Timeline.of(pod, scenario).closeCalls;
const PROBE = { tcpSocket: { port: 80 }, periodSeconds: 10, failureThreshold: 3 };

describe('what goes well with less than two seconds to spare is told', () => {
  test('a startup probe', () => {
    const pod = podOf([{ name: 'app' }], [gatedBy('proxy', PROBE)]);

    expect(closeCalls(pod, { containers: { proxy: { gateOpens: 28.5 } } })).toEqual(["'proxy' is up 1.5 s before the last check of its startup probe"]);
    expect(closeCalls(pod, { containers: { proxy: { gateOpens: 28 } } })).toEqual([]);
  });

  test('an exit before the kill', () => {
    const pod = podOf([{ name: 'app' }], [sidecar('proxy')]);

    expect(closeCalls(pod, { deleteAt: 5, containers: { app: { shutdown: 20 }, proxy: { shutdown: 10 } } })).toEqual(["'proxy' exits just before the kubelet kills it"]);
    expect(closeCalls(pod, { deleteAt: 5, containers: { app: { shutdown: 20 }, proxy: { shutdown: 8 } } })).toEqual([]);
  });

  test('a deadline of a Job', () => {
    const pod = jobOf([{ name: 'work' }], [], {}, { activeDeadlineSeconds: 30 });

    expect(closeCalls(pod, { containers: { work: { exitsAfter: 29 } } })).toEqual(['the pod ends 1 s before the deadline of the Job']);
    expect(closeCalls(pod, { containers: { work: { exitsAfter: 28 } } })).toEqual([]);
    expect(closeCalls(pod, { containers: { work: { exitsAfter: 31 } } })).toEqual([]);
  });

  test('a deadline of the pod', () => {
    const pod = podOf([{ name: 'work' }], [], { restartPolicy: 'Never', activeDeadlineSeconds: 30 });

    expect(closeCalls(pod, { containers: { work: { exitsAfter: 29.5 } } })).toEqual(['the pod ends 0.5 s before its deadline']);
  });
});
