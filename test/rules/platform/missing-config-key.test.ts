import { missingConfigKey } from '../../../src/rules/platform/missing-config-key';
import { podOf } from '../../simulator/pods';
import { says } from '../check';

const web = (key: string, more: object = {}) => podOf([{ name: 'web', env: [{ name: 'LEVEL', valueFrom: { configMapKeyRef: { name: 'settings', key, ...more } } }] }]);
const SETTINGS = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { 'log-level': 'info' } };

test('a key that the ConfigMap does not have offends', () => {
  expect(says(missingConfigKey, web('level'), { beside: [SETTINGS] })).toEqual([
    "NS617 LEVEL of 'web' comes from the key 'level' of the ConfigMap 'settings', which has no such key, so the kubelet does not create the container: refer to one of 'log-level', or add the key",
  ]);
});

test('a key that it has, and one that may be missing, do not', () => {
  expect(says(missingConfigKey, web('log-level'), { beside: [SETTINGS] })).toEqual([]);
  expect(says(missingConfigKey, web('level', { optional: true }), { beside: [SETTINGS] })).toEqual([]);
});

test('a ConfigMap that is not in the input is no concern', () => {
  expect(says(missingConfigKey, web('level'))).toEqual([]);
});
