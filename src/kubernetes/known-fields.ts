import { CONTAINER_FIELDS } from './container-fields';
import { FEATURES } from './features';
import { PodModel } from './pod';
import { isObject, follow, JsonObject } from '../data/json';
import { DataPath } from '../data/path';
import { pushAll } from '../data/push-all';
import { aboutShared } from '../data/shared-value';

/** A field of a workload that no Kubernetes version knows, as far as this library knows them. */
export interface UnknownField {
  readonly in: 'container' | 'pod' | 'workload';
  /** The container; undefined for a field of the pod or the workload. */
  readonly container?: string;
  /** From the container, the pod's spec or the spec around the template to the field. */
  readonly path: DataPath;
  /** The fields that may stand there. */
  readonly known: readonly string[];
}

const PROBE = ['exec', 'failureThreshold', 'grpc', 'httpGet', 'initialDelaySeconds', 'periodSeconds', 'successThreshold', 'tcpSocket', 'terminationGracePeriodSeconds', 'timeoutSeconds'];
const HANDLER = ['exec', 'httpGet', 'sleep', 'tcpSocket'];
const HTTP_GET = ['host', 'httpHeaders', 'path', 'port', 'protocol', 'scheme'];
const ACTIONS = { httpGet: HTTP_GET, grpc: ['mode', 'port', 'service'], exec: ['command'], tcpSocket: ['host', 'port'], sleep: ['seconds'] };

/** The parts of a container that decide about its life, with their fields in the API of 1.37. */
const IN_CONTAINER: readonly (readonly [path: readonly string[], fields: readonly string[]])[] = [
  [[], CONTAINER_FIELDS],
  [['lifecycle'], ['postStart', 'preStop', 'stopSignal']],
  ...['lifecycle.preStop', 'lifecycle.postStart'].flatMap(path => withActions(path.split('.'), HANDLER)),
  ...['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap(path => withActions([path], PROBE)),
];

const POD_FIELDS: readonly string[] = [
  'activeDeadlineSeconds', 'affinity', 'automountServiceAccountToken', 'containers', 'dnsConfig', 'dnsPolicy', 'enableServiceLinks', 'ephemeralContainers', 'evictionResponders',
  'hostAliases', 'hostIPC', 'hostNetwork', 'hostPID', 'hostUsers', 'hostname', 'hostnameOverride', 'imagePullSecrets', 'initContainers', 'nodeName', 'nodeSelector', 'os', 'overhead',
  'preemptionPolicy', 'priority', 'priorityClassName', 'readinessGates', 'resourceClaims', 'resources', 'restartPolicy', 'runtimeClassName', 'schedulerName', 'schedulingGates',
  'schedulingGroup', 'securityContext', 'serviceAccount', 'serviceAccountName', 'setHostnameAsFQDN', 'shareProcessNamespace', 'subdomain', 'terminationGracePeriodSeconds', 'tolerations',
  'topologySpreadConstraints', 'volumes', 'workloadRef',
];

const JOB = [
  'activeDeadlineSeconds', 'backoffLimit', 'backoffLimitPerIndex', 'completionMode', 'completions', 'managedBy', 'manualSelector', 'maxFailedIndexes', 'parallelism', 'podFailurePolicy',
  'podReplacementPolicy', 'scheduling', 'selector', 'successPolicy', 'suspend', 'template', 'ttlSecondsAfterFinished',
];

/** The fields beside the pod template, by kind. */
const WORKLOAD_FIELDS: { readonly [kind: string]: readonly string[] } = {
  Job: JOB,
  CronJob: JOB,
  Deployment: ['minReadySeconds', 'paused', 'progressDeadlineSeconds', 'replicas', 'revisionHistoryLimit', 'selector', 'strategy', 'template'],
  DaemonSet: ['minReadySeconds', 'revisionHistoryLimit', 'selector', 'template', 'updateStrategy'],
  StatefulSet: [
    'minReadySeconds', 'ordinals', 'persistentVolumeClaimRetentionPolicy', 'podManagementPolicy', 'replicas', 'revisionHistoryLimit', 'selector', 'serviceName', 'template', 'updateStrategy',
    'volumeClaimTemplates',
  ],
};

/** A key that a template or a patch leaves open is no field. */
const FIELD = /^[A-Za-z][A-Za-z0-9]*$/;

/** The fields of a workload of Kubernetes' own kinds that are not known: mistyped ones, and those of a newer Kubernetes. Other kinds have fields of their own. */
export function unknownFields(pod: PodModel): UnknownField[] {
  if (!pod._found.workload.alwaysHasPod) {
    return [];
  }
  const found: UnknownField[] = [];
  for (const { name, spec } of pod.containers) {
    pushAll(found, aboutShared(spec, 'unknown fields', () => unknownInContainer(spec)).map(field => ({ ...field, container: name })));
  }
  addUnknown(found, 'pod', pod.spec, [], POD_FIELDS);
  const around = WORKLOAD_FIELDS[pod.kind];
  if (around) {
    addUnknown(found, 'workload', follow(pod.manifest, pod._found.path.slice(0, -1)), [], around);
  }
  return found.filter(field => !isInTable(field, pod.kind));
}

function unknownInContainer(spec: JsonObject): readonly UnknownField[] {
  const found: UnknownField[] = [];
  for (const [path, known] of IN_CONTAINER) {
    // Most containers have few of these parts.
    if (path.length === 0 || spec[path[0]] !== undefined) {
      addUnknown(found, 'container', spec, path, known);
    }
  }
  return found;
}

function addUnknown(found: UnknownField[], place: UnknownField['in'], object: unknown, path: readonly string[], known: readonly string[]): void {
  const owner = follow(object, path);
  if (!isObject(owner)) {
    return;
  }
  for (const key of Object.keys(owner)) {
    if (!known.includes(key) && owner[key] !== undefined && owner[key] !== null && FIELD.test(key)) {
      found.push({ in: place, path: [...path, key], known });
    }
  }
}

/** A row of the table is enough to make a field known. */
function isInTable(field: UnknownField, kind: string): boolean {
  const owner = field.in !== 'workload' ? field.in : WORKLOAD_FIELDS[kind] === JOB ? 'job' : undefined;
  const text = field.path.join('.');
  const begins = (path: string) => path === text || path.startsWith(`${text}.`) || path.startsWith(`${text}[`);
  return Object.values(FEATURES).some(({ fields = [] }) => fields.some(row => row.in === owner && row.paths.some(begins)));
}

function withActions(path: readonly string[], fields: readonly string[]): [readonly string[], readonly string[]][] {
  const actions = Object.entries(ACTIONS).filter(([action]) => fields.includes(action));
  return [[path, fields], ...actions.map(([action, inAction]): [readonly string[], readonly string[]] => [[...path, action], inAction])];
}
