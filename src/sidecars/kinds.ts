import * as kplus from 'cdk8s-plus-28';
import { refusal } from '../caller/refusal';
import { having, Kind, listOf, NUMBER, oneOf, required, shown, SIZE, structsOf, TEXT } from '../data/arguments';
import { isObject } from '../data/json';
import { Subject, wording } from '../data/wording';

/** The kinds of values that come from cdk8s-plus or from this library. A cdk8s-plus value may be of any minor. */
export const PROBE: Kind = having(['_toKube'], "a Probe, for example kplus.Probe.fromHttpGet('/healthz', { port: 8080 })");
export const STARTUP_GATE: Kind = having(['_toProbe'], "a StartupGate, for example StartupGate.httpGet('/ready', 8080), or StartupGate.fromProbe(probe) for a cdk8s-plus Probe");
export const DRAIN_NOTICE: Kind = having(['_toHandler'], "a DrainNotice, for example DrainNotice.httpGet('/drain', 8080)");
export const SIDECAR_FAILURE: Kind = having(['_toRules'], 'a SidecarFailure, for example SidecarFailure.restartPod()');
export const MESH: Kind = {
  is: value => isObject(value) && typeof value.join === 'function' && typeof value.name === 'string',
  what: "a Mesh, for example Mesh.istio({ version: '1.29' })",
};
export const PULL_POLICY: Kind = oneOf(kplus.ImagePullPolicy);
export const ENV_VALUES: Kind = {
  is: isObject,
  what: "an object with cdk8s-plus values, for example { MODE: kplus.EnvValue.fromValue('fast') }",
  checkInside: (name, values: object) => Object.entries(values).forEach(([variable, value]) => checkEnvValue(wording`the variable ${variable} in ${name}`, value)),
};
export const ENV_SOURCES: Kind = listOf(having(['_toKube'], ''), 'a list of cdk8s-plus sources, for example [kplus.Env.fromSecret(secret)]');
export const PORTS: Kind = structsOf({ number: required(NUMBER, '8080') }, 'a list of ports, for example [{ number: 8080 }]', 'accepted');
export const VOLUME: Kind = { is: value => isObject(value) && named(value) && typeof value._toKube === 'function', what: "a Volume, for example kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp')" };
export const MOUNTS: Kind = structsOf({ path: required(TEXT, "'/tmp'"), volume: required(VOLUME) }, "a list of mounts, for example [{ path: '/tmp', volume }]", 'accepted');
export const EXISTING_MOUNTS: Kind = structsOf(
  { volume: required(TEXT, "'data', the name of a volume"), path: required(TEXT, "'/data'") },
  "a list of mounts by name, for example [{ volume: 'data', path: '/data' }]",
  'accepted',
);
export const SECRET: Kind = { is: named, what: "a Secret, for example kplus.Secret.fromSecretName(chart, 'login', 'web-login')" };
export const CONFIG_MAP: Kind = { is: named, what: "a ConfigMap, for example kplus.ConfigMap.fromConfigMapName(chart, 'ca', 'vault-ca')" };
export const RESOURCES: Kind = {
  is: value => isObject(value)
    && hasOnly(value, ['cpu', 'memory', 'ephemeralStorage'])
    && amounts(value.cpu, one => isObject(one) && TEXT.is(one.amount))
    && amounts(value.memory, SIZE.is)
    && amounts(value.ephemeralStorage, SIZE.is),
  what: 'cdk8s-plus resources, for example { cpu: { request: kplus.Cpu.millis(50) }, memory: { request: Size.mebibytes(64) } }',
};

function checkEnvValue(name: Subject, value: unknown): void {
  if (!isObject(value) || !('value' in value || 'valueFrom' in value)) {
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : 'fast';
    throw refusal`${name} is ${shown(value)}: set a cdk8s-plus value, for example kplus.EnvValue.fromValue('${text}')`;
  }
}

/** Whether a value has a name, as every API object of cdk8s-plus has, created or imported. */
function named(value: any): boolean {
  return isObject(value) && typeof value.name === 'string';
}

/** Whether a value has no other fields: cdk8s-plus ignores them, for example the `requests` of a manifest. */
function hasOnly(value: { readonly [field: string]: unknown }, fields: readonly string[]): boolean {
  return Object.keys(value).every(field => fields.includes(field) || (value[field] ?? undefined) === undefined);
}

function amounts(value: unknown, is: (amount: unknown) => boolean): boolean {
  const isAbsent = (one: unknown) => one === undefined || one === null;
  return isAbsent(value) || isObject(value) && hasOnly(value, ['request', 'limit']) && [value.request, value.limit].every(one => isAbsent(one) || is(one));
}
