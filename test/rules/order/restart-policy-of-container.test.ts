import { Severity } from '../../../src/rules/engine/finding';
import { restartPolicyOfContainer } from '../../../src/rules/order/restart-policy-of-container';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offences, says } from '../check';

const WEB = { name: 'web' };
const PROXY = { name: 'proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2', restartPolicy: 'Always' };

test('a restart policy on an ordinary container offends', () => {
  expect(says(restartPolicyOfContainer, podOf([WEB, PROXY]), { kubernetes: '1.33' })).toEqual([
    "NS205 'proxy' is an ordinary container with a restartPolicy, which Kubernetes 1.33 refuses, and which makes no sidecar: "
    + 'move it to initContainers to make it a sidecar, or take restartPolicy away',
  ]);
});

test('from 1.35 only where it is believed to make a sidecar', () => {
  const on135 = { kubernetes: '1.35' };

  expect(offences(restartPolicyOfContainer, podOf([WEB, PROXY]), on135)).toMatchObject([{
    severity: Severity.WARNING,
    message: "restartPolicy: Always makes no sidecar of 'proxy', an ordinary container: it is restarted forever, also when all others have ended",
  }]);
  expect(offences(restartPolicyOfContainer, jobOf([WEB, { name: 'second', restartPolicy: 'Always' }]), on135)).toHaveLength(1);
  expect(offences(restartPolicyOfContainer, podOf([{ ...WEB, restartPolicy: 'Always' }]), on135)).toEqual([]);
  expect(offences(restartPolicyOfContainer, jobOf([WEB, { name: 'second', restartPolicy: 'Never' }]), on135)).toEqual([]);
});

test('another value than Always on an init container offends, unless the target knows it', () => {
  const pod = podOf([WEB], [{ name: 'migrate', restartPolicy: 'OnFailure' }]);

  expect(says(restartPolicyOfContainer, pod, { kubernetes: '1.33' })).toEqual([
    "NS205 init container 'migrate' has restartPolicy: OnFailure, which Kubernetes 1.33 refuses: only Always makes a sidecar: "
    + 'write Always to make it a sidecar, or take restartPolicy away',
  ]);
  expect(says(restartPolicyOfContainer, pod, { kubernetes: '1.35' })).toEqual([]);
  expect(says(restartPolicyOfContainer, podOf([WEB], [{ name: 'proxy', restartPolicy: 'always' }]), { kubernetes: '1.35' })).toHaveLength(1);
});

test('native sidecars do not, and containers without the field are no concern', () => {
  expect(says(restartPolicyOfContainer, podOf([WEB], [sidecar('proxy'), { name: 'migrate' }]))).toEqual([]);
});
