import { Mesh } from '../../../src/meshes/mesh';
import { Severity } from '../../../src/rules/engine/finding';
import { linkerdLeftover } from '../../../src/rules/leftovers/linkerd-leftover';
import { offenses, says, saysInMesh } from '../check';
import { annotated, LINKERD } from '../meshes';

const WAIT = 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds';
const NATIVE = 'config.linkerd.io/proxy-enable-native-sidecar';

test('a wait before the exit offends', () => {
  expect(says(linkerdLeftover, annotated({ [WAIT]: '20' }))).toEqual([
    `NS507 the annotation '${WAIT}' makes the proxy outlive the app, which a native proxy does by itself; Linkerd before 2.20 rejects the two together: `
    + 'remove it when the proxy is native',
  ]);
});

test('with a native proxy it is worse, and so is a proxy without its gate', () => {
  expect(offenses(linkerdLeftover, annotated({ [WAIT]: '20', [NATIVE]: 'true', 'config.linkerd.io/proxy-await': 'disabled' })).map(({ fix, severity }) => [fix, severity])).toEqual([
    ['remove it', Severity.WARNING],
    ['remove it', Severity.WARNING],
  ]);
});

test('a proxy that can be told to quit, and an old name of the switch, are worth knowing', () => {
  expect(says(linkerdLeftover, annotated({ 'config.linkerd.io/proxy-admin-shutdown': 'enabled', 'config.beta.linkerd.io/proxy-enable-native-sidecar': 'true' }))).toEqual([
    "NS507 the annotation 'config.linkerd.io/proxy-admin-shutdown' exposes a quit endpoint of the proxy, which a native proxy does not need: remove it, after the calls",
    `NS507 'config.beta.linkerd.io/proxy-enable-native-sidecar' is an old name of '${NATIVE}': write the new one from Linkerd 2.20 on`,
  ]);
});

test('a value that Linkerd does not understand is ignored by it', () => {
  expect(offenses(linkerdLeftover, annotated({ [NATIVE]: 'enabled' }))).toEqual([{
    at: { path: ['metadata', 'annotations', NATIVE] },
    message: `'${NATIVE}' is 'enabled', which Linkerd does not understand and ignores`,
    fix: 'write "true" or "false"',
    severity: Severity.WARNING,
  }]);
});

describe('a value that versions read differently', () => {
  const ISTIO_SWITCH = 'sidecar.istio.io/nativeSidecar';
  const said = (value: string, version?: string) => {
    const pod = annotated({ [ISTIO_SWITCH]: value });
    const all = version === undefined ? says(linkerdLeftover, pod) : saysInMesh(linkerdLeftover, Mesh.istio({ version }), pod);
    return all.filter(text => text.includes(ISTIO_SWITCH));
  };

  test('offends in those that read it as no, and without a version', () => {
    const sentence = (value: string) => `NS507 '${ISTIO_SWITCH}' is '${value}', which Istio before 1.27 reads as no: write "true" or "false"`;

    expect([said('True'), said('True', '1.26'), said('', '1.24')]).toEqual([[sentence('True')], [sentence('True')], [sentence('')]]);
  });

  test('does not offend in those that read it as yes', () => {
    expect([said('True', '1.27'), said('true', '1.24'), said('false')].flat()).toEqual([]);
  });
});

test('an empty value is ignored where other values are refused', () => {
  const CONSUL_SWITCH = 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar';

  expect(['', 'yes'].map(value => offenses(linkerdLeftover, annotated({ [CONSUL_SWITCH]: value }))[0].message)).toEqual([
    `'${CONSUL_SWITCH}' is '', which Consul does not understand and ignores`,
    `'${CONSUL_SWITCH}' is 'yes', which Consul does not understand and refuses`,
  ]);
});

test('the right switch does not offend, nor do both names', () => {
  expect(says(linkerdLeftover, annotated({ [NATIVE]: 'true' }))).toEqual([]);
  expect(says(linkerdLeftover, annotated({ [NATIVE]: 'true', 'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'true' }))).toEqual([]);
});

test('in a mesh that is known another rule judges, and other annotations are no concern', () => {
  expect(saysInMesh(linkerdLeftover, LINKERD, annotated({ [WAIT]: '20' }))).toEqual([]);
  expect(says(linkerdLeftover, annotated({ 'prometheus.io/scrape': 'true' }))).toEqual([]);
});
