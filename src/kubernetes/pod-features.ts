import type { Feature } from './feature';
import { KubernetesFeature } from './kubernetes-feature';

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'];
/** The volume stays, without the file. */
const PROJECTED = { without: 'dropped', then: 'the volume lacks the file', breaks: true } as const;
const HOOKS = ['lifecycle.preStop', 'lifecycle.postStart'];

/** The features of probes, volumes and pods that change nothing about who starts and stops when. */
export const POD_FEATURES = {
  [KubernetesFeature.HTTP2_PROBE]: {
    gate: 'H2CContainerProbe',
    alpha: '1.37',
    fields: [{
      in: 'container',
      paths: [...PROBES, ...HOOKS].map(path => `${path}.httpGet.protocol`),
      what: 'an httpGet with a protocol',
      without: 'dropped',
      then: 'the kubelet uses HTTP/1.1',
    }],
  },
  [KubernetesFeature.GRPC_PROBE_TLS]: {
    gate: 'GRPCContainerProbeTLS',
    alpha: '1.37',
    fields: [{
      in: 'container',
      paths: PROBES.map(path => `${path}.grpc.mode`),
      value: 'TLS',
      needs: KubernetesFeature.GRPC_PROBE,
      what: 'a gRPC probe with TLS',
      without: 'dropped',
      then: 'the kubelet connects without TLS',
    }],
  },
  [KubernetesFeature.USER_NAMESPACES]: {
    gate: 'UserNamespacesSupport',
    alpha: '1.25',
    beta: '1.30',
    onByDefault: '1.33',
    stable: '1.36',
    fields: [{ in: 'pod', paths: ['hostUsers'], value: false, what: 'hostUsers: false', without: 'dropped', then: 'root in a container is root on the node' }],
  },
  [KubernetesFeature.IMAGE_VOLUMES]: {
    gate: 'ImageVolume',
    alpha: '1.31',
    beta: '1.33',
    onByDefault: '1.35',
    stable: '1.36',
    // A release that knows the volume removes it with all of its mounts. An older one is left with a volume without a source.
    fields: [{
      in: 'pod',
      paths: ['volumes[*].image'],
      what: 'a volume from an image',
      without: 'dropped',
      beforeAlpha: 'refused',
      then: 'the containers run without the files of the image',
      breaks: true,
      instead: 'copy the files in an init container',
    }],
  },
  [KubernetesFeature.POD_CERTIFICATES]: {
    gate: 'PodCertificateRequest',
    alpha: '1.34',
    beta: '1.35',
    onByDefault: '1.37',
    fields: [{ in: 'pod', paths: ['volumes[*].projected.sources[*].podCertificate'], what: 'a volume with a pod certificate', ...PROJECTED }],
  },
  [KubernetesFeature.CLUSTER_TRUST_BUNDLES]: {
    gate: 'ClusterTrustBundleProjection',
    alpha: '1.29',
    beta: '1.33',
    onByDefault: '1.37',
    fields: [{ in: 'pod', paths: ['volumes[*].projected.sources[*].clusterTrustBundle'], what: 'a volume with a ClusterTrustBundle', ...PROJECTED }],
  },
  [KubernetesFeature.RECURSIVE_READ_ONLY_MOUNTS]: {
    gate: 'RecursiveReadOnlyMounts',
    alpha: '1.30',
    onByDefault: '1.31',
    stable: '1.33',
    fields: [{
      in: 'container',
      paths: ['volumeMounts[*].recursiveReadOnly'],
      what: 'a mount with recursiveReadOnly',
      without: 'dropped',
      then: 'mounts below it stay writable',
    }],
  },
  [KubernetesFeature.SUPPLEMENTAL_GROUPS_POLICY]: {
    gate: 'SupplementalGroupsPolicy',
    alpha: '1.31',
    onByDefault: '1.33',
    stable: '1.35',
    fields: [{
      in: 'pod',
      paths: ['securityContext.supplementalGroupsPolicy'],
      value: 'Strict',
      what: 'supplementalGroupsPolicy: Strict',
      without: 'dropped',
      then: 'the groups in the image count too',
    }],
  },
  [KubernetesFeature.HOSTNAME_OVERRIDE]: {
    gate: 'HostnameOverride',
    alpha: '1.34',
    onByDefault: '1.35',
    stable: '1.37',
    fields: [{ in: 'pod', paths: ['hostnameOverride'], what: 'a hostnameOverride', without: 'dropped', then: 'the pod has its usual host name' }],
  },
} as const satisfies { readonly [id in KubernetesFeature]?: Feature };
