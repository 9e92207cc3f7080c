import { PodModel } from '../../src/kubernetes/pod';
import { allOf, changesIn, fittingChanges, whatIfSentences, withWhatIf } from '../../src/simulator/what-if';

const POD = PodModel.fromManifest({
  kind: 'Pod',
  spec: { initContainers: [{ name: 'fetch' }, { name: 'proxy', restartPolicy: 'Always', startupProbe: {} }], containers: [{ name: 'app' }] },
});
const TRIED = {
  deletion: 'never' as const,
  containers: { fetch: { gate: 4 }, proxy: { gate: 'never' as const, crashes: [7, 9] }, app: { work: 'never' as const, drain: 3, crashes: [] } },
};

test('what a user tries overrides what is expected, and nothing else', () => {
  const app = { shutdown: 30, crashesAt: [5], ignoresSigterm: true };
  const expected = { deleteAt: 60, containers: { fetch: { exitsAfter: 1 }, proxy: { shutdown: 5, gateOpens: 1 }, app } };

  expect(withWhatIf(POD, expected, TRIED)).toEqual({
    deleteAt: undefined,
    containers: {
      fetch: { exitsAfter: 4, neverExits: false },
      proxy: { shutdown: 5, gateNeverOpens: true, crashesAt: [7, 9] },
      app: { shutdown: 3, neverExits: true, ignoresSigterm: false },
    },
  });
});

test('changes can be taken apart and put together again', () => {
  const changes = changesIn(TRIED);

  expect(changes).toHaveLength(8);
  expect(allOf(changes)).toEqual(TRIED);
});

test('changes that do not fit a pod are left out', () => {
  const { containers } = TRIED;

  expect(fittingChanges(POD, { containers: { ...containers, app: { ...containers.app, gate: 3 }, gone: { drain: 1 } } })).toEqual({ containers });
});

test('every change is told', () => {
  expect(whatIfSentences({ ...TRIED, containers: { ...TRIED.containers, app: { ...TRIED.containers.app, ignoresSigterm: false } } })).toEqual([
    "you asked: 'fetch' is up 4 s after its start",
    "you asked: 'proxy' is never up",
    "you asked: 'app' never exits on its own",
    "you asked: 'proxy' crashes at 7 s and at 9 s",
    "you asked: 'app' does not crash",
    "you asked: after SIGTERM 'app' needs 3 s",
    "you asked: 'app' obeys SIGTERM",
    'you asked: the pod is never deleted',
  ]);
});
