import { migrate } from '../../../src/core';

const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'acme/web:1' }, { name: 'audit', image: 'acme/audit:1' }] } };

const config = (container: string) => ({ name: 'config.yaml', text: `sidecars:\n- { container: ${container}, direction: outbound }\n` });

test('an entry of the configuration that matches no container is noted, as by check', () => {
  const notes = (container: string) => migrate([{ name: 'pod.json', text: JSON.stringify(POD) }], { config: config(container) }).notes;

  expect(notes('audit')).toEqual([]);
  expect(notes('nobody')).toEqual([{ file: 'the configuration', message: "no container of this input matches the sidecar 'nobody'" }]);
});
