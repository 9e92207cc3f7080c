import { Severity } from '../../../src/rules/engine/finding';
import { restartPolicyOfContainer } from '../../../src/rules/order/restart-policy-of-container';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web' };
const PROXY = { name: 'proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2', restartPolicy: 'Always' };

test('a restart policy on an ordinary container offends', () => {
  expect(says(restartPolicyOfContainer, podOf([WEB, PROXY]), { kubernetes: '1.33' })).toEqual([
    "NS205 ordinary container 'proxy' has a restartPolicy, which does not make it a sidecar, and Kubernetes 1.33 rejects the pod: "
    + 'move it to initContainers to make it a native sidecar, or remove restartPolicy',
  ]);
});

test('from 1.35 only where it is believed to make a sidecar', () => {
  const on135 = { kubernetes: '1.35' };

  expect(offenses(restartPolicyOfContainer, podOf([WEB, PROXY]), on135)).toMatchObject([{
    severity: Severity.WARNING,
    message: "ordinary container 'proxy' has restartPolicy: Always, which does not make it a sidecar, and it starts and stops together with the others",
  }]);
  expect(offenses(restartPolicyOfContainer, podOf([WEB, { name: 'second', restartPolicy: 'Always' }], [], { restartPolicy: 'Never' }), on135)).toMatchObject([{
    message: "ordinary container 'second' has restartPolicy: Always, which does not make it a sidecar, and the kubelet restarts it even after all other containers have exited",
  }]);
  expect(offenses(restartPolicyOfContainer, podOf([WEB, { name: 'second', restartPolicy: 'Always' }]), on135)).toHaveLength(1);
  expect(offenses(restartPolicyOfContainer, jobOf([WEB, { name: 'second', restartPolicy: 'Always' }]), on135)).toEqual([]);
  expect(offenses(restartPolicyOfContainer, podOf([{ ...WEB, restartPolicy: 'Always' }]), on135)).toEqual([]);
  expect(offenses(restartPolicyOfContainer, jobOf([WEB, { name: 'second', restartPolicy: 'Never' }]), on135)).toEqual([]);
});

test('another value than Always on an init container offends, unless the target knows it', () => {
  const pod = podOf([WEB], [{ name: 'migrate', restartPolicy: 'OnFailure' }]);

  expect(says(restartPolicyOfContainer, pod, { kubernetes: '1.33' })).toEqual([
    "NS205 init container 'migrate' has restartPolicy: OnFailure, which Kubernetes 1.33 rejects, because only Always makes it a sidecar: "
    + 'use Always to make it a native sidecar, or remove restartPolicy',
  ]);
  expect(says(restartPolicyOfContainer, pod, { kubernetes: '1.35' })).toEqual([]);
  expect(says(restartPolicyOfContainer, podOf([WEB], [{ name: 'proxy', restartPolicy: 'always' }]), { kubernetes: '1.35' })).toHaveLength(1);
  expect(says(restartPolicyOfContainer, podOf([WEB], [{ name: 'proxy', restartPolicy: { a: 1 } }]))).toEqual([expect.stringContaining('has restartPolicy: {"a":1}, which')]);
});

test('1.34 drops what older versions reject', () => {
  const pod = podOf([{ ...WEB, restartPolicy: 'OnFailure' }], [{ name: 'migrate', restartPolicy: 'OnFailure' }]);

  expect(offenses(restartPolicyOfContainer, pod, { kubernetes: '1.34' }).map(({ severity }) => severity)).toEqual([Severity.WARNING, Severity.WARNING]);
  expect(says(restartPolicyOfContainer, pod, { kubernetes: '1.34' })).toEqual([
    "NS205 init container 'migrate' has restartPolicy: OnFailure, which Kubernetes 1.34 drops silently, so the pod's restartPolicy decides: target 1.35 or newer, or remove restartPolicy",
    "NS205 ordinary container 'web' has a restartPolicy, which does not make it a sidecar, and Kubernetes 1.34 drops it silently, so the pod's restartPolicy decides: "
    + 'target 1.35 or newer, or remove restartPolicy',
  ]);
});

test('native sidecars do not, and containers without the field are no concern', () => {
  expect(says(restartPolicyOfContainer, podOf([WEB], [sidecar('proxy'), { name: 'migrate' }]))).toEqual([]);
});

test('rules without a policy offend where the target knows them', () => {
  const rules = { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }] };

  expect(says(restartPolicyOfContainer, podOf([{ ...WEB, ...rules }], [{ name: 'migrate', ...rules }]), { kubernetes: '1.35' })).toEqual([
    "NS205 'migrate' has restartPolicyRules but no restartPolicy, which Kubernetes 1.35 rejects: "
    + 'set the restartPolicy of the container for exits that no rule matches, such as Never, or remove restartPolicyRules',
    expect.stringContaining("'web'"),
  ]);
  expect(says(restartPolicyOfContainer, podOf([{ ...WEB, ...rules, restartPolicy: 'Never' }]), { kubernetes: '1.35' })).toEqual([]);
  expect(says(restartPolicyOfContainer, podOf([{ ...WEB, ...rules }]), { kubernetes: '1.34' })).toEqual([]);
  expect(says(restartPolicyOfContainer, podOf([{ ...WEB, restartPolicyRules: [] }]), { kubernetes: '1.35' })).toEqual([]);
});

test('a value that Kubernetes does not know offends in an ordinary container too', () => {
  const web = (restartPolicy: unknown) => podOf([{ ...WEB, restartPolicy } as any]);

  expect(says(restartPolicyOfContainer, web('Sometimes'), { kubernetes: '1.36' })).toEqual([
    "NS205 ordinary container 'web' has restartPolicy: Sometimes, which Kubernetes 1.36 rejects: use Always, OnFailure or Never, or remove restartPolicy",
  ]);
  expect(says(restartPolicyOfContainer, web('${POLICY}'), { kubernetes: '1.36' })).toEqual([]);
});
