import { PodModel } from '../../src/kubernetes/pod';
import { annotatedShutdowns, formatShutdowns, SHUTDOWN_ANNOTATION } from '../../src/kubernetes/shutdown-annotation';

function podWith(annotation: unknown): PodModel {
  return PodModel.fromManifest({
    kind: 'Pod',
    metadata: { name: 'web', annotations: { [SHUTDOWN_ANNOTATION]: annotation } },
    spec: { containers: [{ name: 'app' }, { name: 'constructor' }], initContainers: [{ name: 'db', restartPolicy: 'Always' }] },
  });
}

const MALFORMED = ', so it is ignored: write each container once with its seconds, for example "app=20,db=2.5"';

test('what is written is read again', () => {
  const text = formatShutdowns({ db: 2.5, app: 20 });

  expect(text).toBe('app=20,db=2.5');
  expect(annotatedShutdowns(podWith(text))).toEqual({ seconds: new Map([['app', 20], ['db', 2.5]]) });
});

test('a pod without the annotation declares nothing', () => {
  const { seconds, flaw } = annotatedShutdowns(PodModel.fromManifest({ kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'app' }] } }));

  expect([seconds.size, flaw]).toEqual([0, undefined]);
});

test.each<[string, unknown]>([
  ['an empty text', ''],
  ['a container without a time', 'app=20,db'],
  ['a negative time', 'app=-1'],
  ['a unit', 'app=20s'],
  ['a container twice', 'app=20,app=3'],
  ['a number', 20],
])('%s declares nothing, and is reported', (_what, value) => {
  const { seconds, flaw } = annotatedShutdowns(podWith(value));

  expect(seconds.size).toBe(0);
  expect(flaw).toBe(`is ${JSON.stringify(value)}${MALFORMED}`);
});

test('a container that the pod does not have is left out, and reported', () => {
  const { seconds, flaw } = annotatedShutdowns(podWith('app=20, web=3'));

  expect([...seconds]).toEqual([['app', 20]]);
  expect(flaw).toBe("names 'web', and the pod has no such container: remove it, or correct the name");
});

test('a time of more than a year declares nothing, and is not written', () => {
  const { seconds, flaw } = annotatedShutdowns(podWith('app=31536001'));

  expect(seconds.size).toBe(0);
  expect(flaw).toBe("declares 31536001 s for 'app', so it is ignored: a shutdown lasts at most a year, 31536000 s");
  expect(formatShutdowns({ app: 31_536_001, db: 31_536_000 })).toBe('db=31536000');
});
