import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { rejectedField } from '../../../src/rules/platform/rejected-field';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const web = (more: object) => podOf([{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', ...more }], [], { volumes: [{ name: 'data', emptyDir: {} }] });

test.each<[string, object, string]>([
  ['a port', { ports: [{ containerPort: 70000 }] }, 'declares port 70000, which the API server rejects: use a number from 1 to 65535'],
  ['the name of a port', { ports: [{ containerPort: 80, name: 'web-application-port' }] },
    "has a port with the name 'web-application-port', which the API server rejects: use at most 15 lowercase letters, digits and single dashes, and at least one letter"],
  ['two ports of one name', { ports: [{ containerPort: 80, name: 'http' }, { containerPort: 81, name: 'http' }] }, "has two ports with the name 'http', which the API server rejects: give one of them another name"],
  ['a variable', { env: [{ name: 'A=B', value: '' }] }, "has a variable with the name 'A=B', which the API server rejects: use letters, digits and underscores"],
  ['a user', { securityContext: { runAsUser: -1 } }, 'has runAsUser: -1, which the API server rejects: use a whole number from 0 to 2147483647'],
  ['a privileged container that may not gain privileges', { securityContext: { privileged: true, allowPrivilegeEscalation: false } },
    'has privileged: true and allowPrivilegeEscalation: false, which the API server rejects: remove one of them'],
  ['a capability that gains privileges', { securityContext: { capabilities: { add: ['CAP_SYS_ADMIN'] }, allowPrivilegeEscalation: false } },
    'has the capability CAP_SYS_ADMIN and allowPrivilegeEscalation: false, which the API server rejects: remove one of them'],
  ['an amount', { resources: { requests: { memory: '64MB' } } }, 'has requests of 64MB for memory, which is not a quantity, which the API server rejects: write a number with a suffix, such as 250m or 64Mi'],
  ['a limit below the request', { resources: { requests: { cpu: '500m' }, limits: { cpu: 0.1 } } }, 'requests 500m of cpu, but its limit is 0.1, which the API server rejects: raise the limit, or lower the request'],
])('%s offends', (_, container, text) => {
  expect(says(rejectedField, web(container))).toEqual([`NS616 'web' ${text}`]);
});

test('a volume that the pod does not have offends once', () => {
  expect(says(rejectedField, web({ volumeMounts: [{ name: 'logs', mountPath: '/logs' }, { name: 'logs', mountPath: '/more' }] }))).toEqual([
    "NS616 'web' mounts the volume 'logs', which the pod does not have, so the API server rejects it: mount one of 'data', or add the volume",
  ]);
});

test.each<[string, object]>([
  ['valid fields', { ports: [{ containerPort: 8080, name: 'http-2' }], env: [{ name: 'my.var-1', value: '' }], securityContext: { runAsUser: 0, privileged: true } }],
  ['a limit above the request', { resources: { requests: { cpu: '500m', memory: '64Mi' }, limits: { cpu: 1, memory: '64Mi' } } }],
  ['what a template leaves open', { ports: [{ containerPort: 8080, name: '${PORT_NAME_OF_APP}' }], resources: { limits: { cpu: '{{ .Values.cpu }}' } } }],
  ['the usual spelling of a capability', { securityContext: { capabilities: { add: ['SYS_ADMIN'] }, allowPrivilegeEscalation: false } }],
  ['a volume of the pod', { volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
])('%s do not', (_, container) => {
  expect(says(rejectedField, web(container))).toEqual([]);
});

test('a pod without such fields is no concern', () => {
  expect(says(rejectedField, podOf([{ name: 'web' }], [sidecar('proxy')]))).toEqual([]);
});

describe('restart rules', () => {
  const IN_1 = { operator: 'In', values: [1] };
  const ruled = (restartPolicyRules: unknown) => web({ restartPolicy: 'Never', restartPolicyRules });
  const many = (length: number) => Array.from({ length }, (_, index) => index);

  test.each<[unknown, string]>([
    [{ action: 'Restart' }, 'has restartPolicyRules that are not a list, which the API server rejects: write a list of rules, each with an action and exitCodes'],
    [['Restart'], 'has the restart rule Restart, which is not an object, which the API server rejects: write an action and exitCodes'],
    [[{ action: 'Reboot', exitCodes: IN_1 }], 'has a restart rule with the action Reboot, which the API server rejects: use Restart or RestartAllContainers'],
    [[{ exitCodes: IN_1 }], 'has a restart rule without an action, which the API server rejects: use Restart or RestartAllContainers'],
    [[{ action: 'Restart' }], 'has a restart rule without exitCodes, which the API server rejects: add exitCodes with an operator and values'],
    [[{ action: 'Restart', exitCodes: { operator: 'Within', values: [1] } }], 'has a restart rule with the operator Within, which the API server rejects: use In or NotIn'],
    [[{ action: 'Restart', exitCodes: { values: [1] } }], 'has a restart rule without an operator, which the API server rejects: use In or NotIn'],
    [[{ action: 'Restart', exitCodes: { operator: 'In', values: ['1'] } }],
      'has a restart rule whose values are not a list of whole numbers, which the API server rejects: list exit codes, such as [42]'],
    [[{ action: 'Restart', exitCodes: { operator: 'In', values: many(256) } }], 'has a restart rule with 256 values, which the API server rejects: use at most 255, or the other operator'],
    [many(21).map(code => ({ action: 'Restart', exitCodes: { operator: 'In', values: [code] } })),
      'has 21 restart rules, which the API server rejects: use at most 20: one rule can list several exit codes'],
  ])('such as %j offend', (rules, text) => {
    expect(says(rejectedField, ruled(rules), { kubernetes: '1.36' })).toEqual([`NS616 'web' ${text}`]);
  });

  test('that an API server accepts, or does not know, do not', () => {
    const rules = many(20).map(code => ({ action: 'Restart', exitCodes: { operator: 'NotIn', ...(code === 0 ? {} : { values: many(255) }) } }));

    expect(says(rejectedField, ruled(rules), { kubernetes: '1.36' })).toEqual([]);
    expect(says(rejectedField, ruled(undefined), { kubernetes: '1.36' })).toEqual([]);
    expect(says(rejectedField, ruled([{ action: '${ACTION}', exitCodes: IN_1 }]), { kubernetes: '1.36' })).toEqual([]);
    expect(says(rejectedField, ruled(['Restart']), { kubernetes: '1.34' })).toEqual([]);
  });
});

describe('a resize policy that restarts the container', () => {
  const RESIZE = { resizePolicy: [{ resourceName: 'memory', restartPolicy: 'NotRequired' }, { resourceName: 'cpu', restartPolicy: 'RestartContainer' }] };
  const NEVER = { restartPolicy: 'Never' };

  test('offends in a pod that never restarts, in sidecars too and whatever the policy of the container', () => {
    const text = 'has resizePolicy RestartContainer for cpu in a pod with restartPolicy: Never, which the API server rejects: use NotRequired, or restartPolicy: OnFailure for the pod';

    expect(says(rejectedField, podOf([{ name: 'work', restartPolicy: 'Always', ...RESIZE }], [sidecar('proxy', RESIZE)], NEVER), { kubernetes: '1.36' })).toEqual([
      `NS616 'proxy' ${text}`, `NS616 'work' ${text}`,
    ]);
  });

  test('offends in a regular init container', () => {
    expect(says(rejectedField, podOf([{ name: 'web' }], [{ name: 'init', ...RESIZE }]), { kubernetes: '1.36' })).toEqual([
      "NS616 'init' has resizePolicy RestartContainer for cpu, but is a regular init container, which the API server rejects: use NotRequired",
    ]);
  });

  test('does not offend where it may restart, or where the target has no resize', () => {
    expect(says(rejectedField, podOf([{ name: 'web', ...RESIZE }], [sidecar('proxy', RESIZE)]), { kubernetes: '1.36' })).toEqual([]);
    expect(says(rejectedField, podOf([{ name: 'web', ...RESIZE }], [], NEVER), { kubernetes: '1.32' })).toEqual([]);
  });
});

describe('a stop signal', () => {
  const signal = (stopSignal: unknown, os?: string) => podOf([{ name: 'web', lifecycle: { stopSignal } }], [], os === undefined ? {} : { os: { name: os } });
  const ON = { kubernetes: KubernetesVersion.of('1.36').withFeatureGates(['ContainerStopSignals']) };

  test.each<[string, string | undefined, string]>([
    ['SIGFOO', 'linux', 'has stopSignal SIGFOO, which the API server rejects: use the name of a signal, such as SIGTERM or SIGQUIT'],
    ['9', 'linux', 'has stopSignal 9, which the API server rejects: use the name of a signal, such as SIGTERM or SIGQUIT'],
    ['SIGUSR1', 'windows', 'has stopSignal SIGUSR1 in a pod for Windows, which the API server rejects: use SIGKILL or SIGTERM'],
    ['SIGUSR1', undefined, 'has a stopSignal in a pod without os.name, which the API server rejects: set os.name of the pod, such as linux'],
  ])('%s on %s offends where its feature gate is on', (name, os, text) => {
    expect(says(rejectedField, signal(name, os), ON)).toEqual([`NS616 'web' ${text}`]);
    // The API server drops the field before it validates the pod.
    expect(says(rejectedField, signal(name, os), { kubernetes: '1.36' })).toEqual([]);
  });

  test.each([['SIGUSR1', 'linux'], ['SIGKILL', 'linux'], ['SIGRTMIN+3', 'linux'], ['SIGRTMAX-14', 'linux'], ['SIGTERM', 'windows'], ['${SIGNAL}', undefined]])('%s on %s does not', (name, os) => {
    expect(says(rejectedField, signal(name, os), ON)).toEqual([]);
  });
});
