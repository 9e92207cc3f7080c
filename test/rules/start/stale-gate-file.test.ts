import { staleGateFile } from '../../../src/rules/start/stale-gate-file';
import { GATE, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const ALL = { restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn' } }] };
const FILE = { startupProbe: { exec: { command: ['test', '-e', '/run/ready'] } }, volumeMounts: [{ name: 'run', mountPath: '/run' }] };
const SPEC = { volumes: [{ name: 'run', emptyDir: {} }] };
const ON_136 = { kubernetes: '1.36' };

test('a gate on a file of a volume offends beside a rule that restarts all containers', () => {
  expect(says(staleGateFile, podOf([{ name: 'web' }], [sidecar('agent', FILE), sidecar('proxy', ALL)], SPEC), ON_136)).toEqual([
    "NS123 when 'proxy' restarts all containers, /run/ready from before opens the startup gate of 'agent' at once, because its volume survives: "
    + "remove /run/ready when 'agent' starts, or probe the program itself",
  ]);
});

test('a gate on the program, or on a file of the container itself, does not', () => {
  expect(says(staleGateFile, podOf([{ name: 'web' }], [sidecar('agent', { ...ALL, startupProbe: GATE })], SPEC), ON_136)).toEqual([]);
  expect(says(staleGateFile, podOf([{ name: 'web' }], [sidecar('agent', { ...ALL, ...FILE, volumeMounts: [] })], SPEC), ON_136)).toEqual([]);
});

test('a pod whose containers restart alone is no concern', () => {
  expect(says(staleGateFile, podOf([{ name: 'web' }], [sidecar('agent', FILE)], SPEC), ON_136)).toEqual([]);
  expect(says(staleGateFile, podOf([{ name: 'web' }], [sidecar('agent', { ...FILE, ...ALL })], SPEC), { kubernetes: '1.34' })).toEqual([]);
});
