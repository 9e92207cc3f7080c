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
