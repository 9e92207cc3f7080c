import { Severity } from '../../../src/rules/engine/finding';
import { holdApplication } from '../../../src/rules/leftovers/hold-application';
import { offenses, says, saysInMesh } from '../check';
import { annotated, ISTIO, ISTIO_LEGACY } from '../meshes';

const CONFIG = 'proxy.istio.io/config';
const HOLD = 'holdApplicationUntilProxyStarts: true';

test('a pod that asks to be held back offends', () => {
  expect(says(holdApplication, annotated({ [CONFIG]: HOLD }))).toEqual([
    "NS506 the annotation 'proxy.istio.io/config' sets holdApplicationUntilProxyStarts, which a native proxy does not need: remove that key when the proxy is native",
  ]);
});

test('with a native proxy it is in vain', () => {
  expect(offenses(holdApplication, annotated({ [CONFIG]: HOLD, 'sidecar.istio.io/nativeSidecar': 'true' }))).toEqual([{
    at: { path: ['metadata', 'annotations', CONFIG] },
    message: "the annotation 'proxy.istio.io/config' sets holdApplicationUntilProxyStarts, which Istio ignores for a native proxy",
    fix: 'remove that key',
    severity: Severity.WARNING,
  }]);
});

test.each([
  ['YAML of several lines', `concurrency: 2\n${HOLD}\ntracing: {}\n`],
  ['YAML with quotes and a comment', '"holdApplicationUntilProxyStarts": "true" # wait'],
  ['JSON', '{"concurrency": 2, "holdApplicationUntilProxyStarts": true}'],
  ['YAML in braces', `{ concurrency: 2, ${HOLD} }`],
])('it is read from %s', (_name, config) => {
  expect(says(holdApplication, annotated({ [CONFIG]: config }))).toHaveLength(1);
});

test.each([
  ['is false', 'holdApplicationUntilProxyStarts: false'],
  ['is false in JSON', '{"holdApplicationUntilProxyStarts": false}'],
  ['is a comment', `# ${HOLD}\nconcurrency: 2`],
  ['is not there', 'concurrency: 2'],
])('it does not offend where the key %s', (_name, config) => {
  expect(says(holdApplication, annotated({ [CONFIG]: config }))).toEqual([]);
});

test('where the mesh is known to be native another rule says so', () => {
  expect(saysInMesh(holdApplication, ISTIO, annotated({ [CONFIG]: HOLD }))).toEqual([]);
  expect(saysInMesh(holdApplication, ISTIO_LEGACY, annotated({ [CONFIG]: HOLD }))).toHaveLength(1);
});

test('a pod without the annotation is no concern', () => {
  expect(says(holdApplication, annotated({}))).toEqual([]);
});
