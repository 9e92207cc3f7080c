import type { FeatureField } from '../../src/kubernetes/feature-field';
import { FEATURES } from '../../src/kubernetes/features';
import { KubernetesFeature } from '../../src/kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { placesAt, parseTemplatePath } from '../../src/kubernetes/template-path';

const IMAGE = 'ghcr.io/acme/app:1.0.0';
const EXIT_42 = { operator: 'In', values: [42] };
const HTTP = { path: '/', port: 8080 };
const GRPC = { port: 8080 };

/** An object that uses one field of the table, and where the field stands in it. */
export interface Sample {
  readonly feature: KubernetesFeature;
  /** The path in the table, and the role of the container that has it: `sidecar lifecycle.stopSignal`. */
  readonly name: string;
  readonly field: FeatureField;
  readonly manifest: any;
  /** From the object to the field. */
  readonly at: readonly (string | number)[];
  /** It lacks another field that a release with the feature requires, so only releases without the feature are asked about it. */
  readonly isForReleasesWithout: boolean;
}

/** What has to stand in the container, the pod's spec or the Job's spec so that only the field in question can be refused. */
interface Surroundings {
  readonly container?: any;
  readonly pod?: any;
  readonly job?: any;
}

const SURROUNDINGS: { readonly [path: string]: Surroundings } = {
  'lifecycle.preStop.sleep': { container: { lifecycle: { preStop: { sleep: { seconds: 5 } } } } },
  'lifecycle.postStart.sleep': { container: { lifecycle: { postStart: { sleep: { seconds: 5 } } } } },
  'lifecycle.preStop.sleep.seconds': { container: { lifecycle: { preStop: { sleep: { seconds: 0 } } } } },
  'lifecycle.postStart.sleep.seconds': { container: { lifecycle: { postStart: { sleep: { seconds: 0 } } } } },
  'lifecycle.stopSignal': { container: { lifecycle: { stopSignal: 'SIGUSR1' } }, pod: { os: { name: 'linux' } } },
  'resizePolicy': { container: { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] } },
  'resources': { pod: { resources: { requests: { cpu: '1' }, limits: { cpu: '1' } } } },
  'restartPolicy': { container: { restartPolicy: 'OnFailure' } },
  'restartPolicyRules': { container: { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart', exitCodes: EXIT_42 }] } },
  'restartPolicyRules[*].action': { container: { restartPolicy: 'Never', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: EXIT_42 }] } },
  'startupProbe.grpc': { container: { startupProbe: { grpc: GRPC } } },
  'livenessProbe.grpc': { container: { livenessProbe: { grpc: GRPC } } },
  'readinessProbe.grpc': { container: { readinessProbe: { grpc: GRPC } } },
  'livenessProbe.terminationGracePeriodSeconds': { container: { livenessProbe: { httpGet: HTTP, terminationGracePeriodSeconds: 5 } } },
  'startupProbe.terminationGracePeriodSeconds': { container: { startupProbe: { httpGet: HTTP, terminationGracePeriodSeconds: 5 } } },
  'env[*].valueFrom.fileKeyRef': {
    container: { env: [{ name: 'TOKEN', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'app.env', key: 'TOKEN' } } }] },
    pod: { volumes: [{ name: 'env', emptyDir: {} }] },
  },
  'startupProbe.httpGet.protocol': { container: { startupProbe: { httpGet: { ...HTTP, protocol: 'H2C' } } } },
  'livenessProbe.httpGet.protocol': { container: { livenessProbe: { httpGet: { ...HTTP, protocol: 'H2C' } } } },
  'readinessProbe.httpGet.protocol': { container: { readinessProbe: { httpGet: { ...HTTP, protocol: 'H2C' } } } },
  'lifecycle.preStop.httpGet.protocol': { container: { lifecycle: { preStop: { httpGet: { ...HTTP, protocol: 'H2C' } } } } },
  'lifecycle.postStart.httpGet.protocol': { container: { lifecycle: { postStart: { httpGet: { ...HTTP, protocol: 'H2C' } } } } },
  'startupProbe.grpc.mode': { container: { startupProbe: { grpc: { ...GRPC, mode: 'TLS' } } } },
  'livenessProbe.grpc.mode': { container: { livenessProbe: { grpc: { ...GRPC, mode: 'TLS' } } } },
  'readinessProbe.grpc.mode': { container: { readinessProbe: { grpc: { ...GRPC, mode: 'TLS' } } } },
  'hostUsers': { pod: { hostUsers: false } },
  'volumes[*].image': { container: { volumeMounts: [{ name: 'model', mountPath: '/model' }] }, pod: { volumes: [{ name: 'model', image: { reference: IMAGE } }] } },
  'volumes[*].projected.sources[*].podCertificate': {
    pod: { volumes: [{ name: 'tls', projected: { sources: [{ podCertificate: { signerName: 'acme.example/pods', keyType: 'ED25519', credentialBundlePath: 'tls.pem' } }] } }] },
  },
  'volumes[*].projected.sources[*].clusterTrustBundle': { pod: { volumes: [{ name: 'ca', projected: { sources: [{ clusterTrustBundle: { name: 'acme', path: 'ca.pem' } }] } }] } },
  'volumeMounts[*].recursiveReadOnly': {
    container: { volumeMounts: [{ name: 'data', mountPath: '/data', readOnly: true, recursiveReadOnly: 'IfPossible' }] },
    pod: { volumes: [{ name: 'data', emptyDir: {} }] },
  },
  'securityContext.supplementalGroupsPolicy': { pod: { securityContext: { supplementalGroupsPolicy: 'Strict' } } },
  'hostnameOverride': { pod: { hostnameOverride: 'web.acme.example' } },
  'podFailurePolicy': { job: { podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }] } } },
  'backoffLimitPerIndex': { job: { backoffLimitPerIndex: 1, completionMode: 'Indexed', completions: 2 } },
  'podReplacementPolicy': { job: { podReplacementPolicy: 'Failed' } },
  'successPolicy': { job: { successPolicy: { rules: [{ succeededCount: 1 }] }, completionMode: 'Indexed', completions: 2 } },
  'managedBy': { job: { managedBy: 'acme.example/queue' } },
};

type Role = 'main' | 'init' | 'sidecar';

/** A sample for each path of each field of the table, for each role that the field may have. Throws where a new row has none. */
export function samples(): Sample[] {
  return (Object.keys(FEATURES) as KubernetesFeature[]).flatMap(feature => (FEATURES[feature].fields ?? [])
    .flatMap(field => field.paths.flatMap(path => rolesOf(field, path).flatMap(role => [
      sampleOf(feature, field, path, role),
      ...(field.unless === undefined ? [] : [sampleOf(feature, field, path, role, field.unless)]),
    ]))));
}

/** The samples that make sense for a release. */
export function samplesFor(kubernetes: KubernetesVersion): Sample[] {
  return samples().filter(({ feature, isForReleasesWithout }) => !isForReleasesWithout || !kubernetes.supports(feature));
}

function rolesOf(field: FeatureField, path: string): readonly (Role | undefined)[] {
  // A regular init container may have neither hooks nor probes.
  const isForRunning = /^(lifecycle|startupProbe|livenessProbe|readinessProbe)\b/.test(path);
  return field.in !== 'container' ? [undefined] : field.roles ?? (isForRunning ? ['main', 'sidecar'] : ['main', 'init', 'sidecar']);
}

function sampleOf(feature: KubernetesFeature, field: FeatureField, path: string, role: Role | undefined, omitted?: string): Sample {
  const around = SURROUNDINGS[path];
  if (!around) {
    throw new Error(`the field '${path}' of '${feature}' has no sample: add one to e2e/features/samples.ts`);
  }
  const extra = { ...around.container };
  if (omitted !== undefined) {
    delete extra[omitted];
  }
  const container = (name: string, one: Role) => ({
    name, image: IMAGE, ...(one === (role ?? 'main') ? extra : {}), ...(one === 'sidecar' ? { restartPolicy: 'Always' } : {}),
  });
  const spec = {
    restartPolicy: field.in === 'job' ? 'Never' : 'Always',
    ...(role === 'init' ? { initContainers: [container('init', 'init')] } : {}),
    ...(role === 'sidecar' ? { initContainers: [container('helper', 'sidecar')] } : {}),
    containers: [container('app', 'main')],
    ...around.pod,
  };
  const owner = field.in === 'job' || field.in === 'pod' ? [] : role === 'main' ? ['containers', 0] : ['initContainers', 0];
  const manifest = field.in === 'job'
    ? { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'sample' }, spec: { ...around.job, template: { spec } } }
    : { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'sample' }, spec };
  const from = owner.reduce((here: any, step) => here[step], manifest.spec);
  const name = [...(role ? [role] : []), path, ...(omitted === undefined ? [] : [`without ${omitted}`])].join(' ');
  return { feature, field, name, manifest, at: ['spec', ...owner, ...placesAt(from, parseTemplatePath(path))[0]], isForReleasesWithout: omitted !== undefined };
}
