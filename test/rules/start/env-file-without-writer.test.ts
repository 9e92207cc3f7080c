import { envFileWithoutWriter } from '../../../src/rules/start/env-file-without-writer';
import { noStartupGate } from '../../../src/rules/start/no-startup-gate';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const ON_136 = { kubernetes: '1.36' };
const WEB = { name: 'web', env: [{ name: 'A', value: 'a' }, { name: 'TOKEN', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'app.env', key: 'TOKEN' } } }] };
const SPEC = { volumes: [{ name: 'env', emptyDir: {} }] };
const MOUNT = { volumeMounts: [{ name: 'env', mountPath: '/env/' }] };

test('a variable from a file that no earlier container can write offends', () => {
  const readOnly = { volumeMounts: [{ name: 'env', mountPath: '/env', readOnly: true }] };

  expect(says(envFileWithoutWriter, podOf([{ ...WEB, ...MOUNT }, { name: 'late', ...MOUNT }], [{ name: 'reader', ...readOnly }], SPEC), ON_136)).toEqual([
    "NS122 'web' never starts: the kubelet reads TOKEN from app.env in the emptyDir 'env' when the container starts, and no earlier container can write it: "
    + "write app.env in an init container, or in a native sidecar with a startup probe, that mounts 'env'",
  ]);
});

test('with an init container or a sidecar that mounts the volume it does not', () => {
  expect(says(envFileWithoutWriter, podOf([WEB], [{ name: 'login', ...MOUNT }], SPEC), ON_136)).toEqual([]);
  expect(says(envFileWithoutWriter, podOf([WEB], [sidecar('login', MOUNT)], SPEC), ON_136)).toEqual([]);
});

test('another kind of volume, and a target that refuses the field, are no concern', () => {
  expect(says(envFileWithoutWriter, podOf([WEB], [], { volumes: [{ name: 'env', hostPath: { path: '/etc/app' } }] }), ON_136)).toEqual([]);
  expect(says(envFileWithoutWriter, podOf([WEB], [], SPEC), { kubernetes: '1.34' })).toEqual([]);
  expect(says(envFileWithoutWriter, podOf([{ name: 'web', env: [{ name: 'A', valueFrom: { fileKeyRef: null } }] }], [], SPEC), ON_136)).toEqual([]);
});

describe('NS101 about a sidecar that writes the file', () => {
  test('names the file as the reason, and a probe that waits for it', () => {
    expect(says(noStartupGate, podOf([WEB], [sidecar('login', MOUNT)], SPEC), ON_136)).toEqual([
      "NS101 sidecar 'login' has no startup probe, so the kubelet may start 'web' before 'login' has written app.env, from which it reads TOKEN: "
      + 'the start then fails, and the kubelet tries again later: give it a startupProbe with periodSeconds: 1 that checks the file, for example exec: test -s /env/app.env',
    ]);
  });

  test('names it not where a regular init container may write it', () => {
    expect(says(noStartupGate, podOf([WEB], [{ name: 'login', ...MOUNT }, sidecar('proxy', MOUNT)], SPEC), ON_136)).toEqual([expect.stringContaining('before it listens')]);
  });
});
