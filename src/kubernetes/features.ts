import type { Feature } from './feature';
import { JOB_FEATURES } from './job-features';
import { KubernetesFeature } from './kubernetes-feature';
import { POD_FEATURES } from './pod-features';
import { reaches, Release } from './release';

/** How a Kubernetes version supports native sidecars. */
export enum SidecarSupport {
  /** Before 1.28: Kubernetes rejects `restartPolicy` on an init container, or drops it, and the pod never gets past its init containers. */
  NONE = 'none',
  /** 1.28: off by default, and all containers stop at once. */
  ALPHA = 'alpha',
  /** 1.29 to 1.32: on by default, sidecars stop last and in reverse order. */
  BETA = 'beta',
  /** 1.33 and later: on, and cannot be turned off. */
  STABLE = 'stable',
}

const SLEEP = ['lifecycle.preStop.sleep', 'lifecycle.postStart.sleep'];

/** All features: from kube_features.go of each release, and from the release in which a behavior changed. */
export const FEATURES: Readonly<Record<KubernetesFeature, Feature>> = {
  [KubernetesFeature.NATIVE_SIDECARS]: { gate: 'SidecarContainers', alpha: '1.28', onByDefault: '1.29', stable: '1.33' },
  [KubernetesFeature.ORDERED_STOP]: { onByDefault: '1.29', stable: '1.33' },
  [KubernetesFeature.PRE_STOP_SLEEP]: {
    gate: 'PodLifecycleSleepAction',
    alpha: '1.29',
    onByDefault: '1.30',
    stable: '1.34',
    // The API server drops the field, and then refuses a hook that has no action.
    fields: [{ in: 'container', paths: SLEEP, what: 'a sleep hook', without: 'refused', instead: 'run sleep as a command where the image has one' }],
  },
  [KubernetesFeature.PRE_STOP_SLEEP_ZERO]: {
    gate: 'PodLifecycleSleepActionAllowZero',
    alpha: '1.32',
    onByDefault: '1.33',
    stable: '1.34',
    fields: [{
      in: 'container',
      paths: SLEEP.map(path => `${path}.seconds`),
      value: 0,
      needs: KubernetesFeature.PRE_STOP_SLEEP,
      what: 'a sleep hook of 0 s',
      without: 'value-refused',
      instead: 'remove the hook',
    }],
  },
  [KubernetesFeature.STOP_SIGNAL]: {
    gate: 'ContainerStopSignals',
    alpha: '1.33',
    fields: [{
      in: 'container',
      paths: ['lifecycle.stopSignal'],
      what: 'a stopSignal',
      without: 'dropped',
      then: 'the container gets the stop signal of its image, or SIGTERM',
    }],
  },
  [KubernetesFeature.NAMED_SIDECAR_PORTS]: { onByDefault: '1.33', stable: '1.33' },
  [KubernetesFeature.CONTAINER_RESIZE]: {
    gate: 'InPlacePodVerticalScaling',
    alpha: '1.27',
    onByDefault: '1.33',
    stable: '1.35',
    fields: [
      { in: 'container', roles: ['main'], paths: ['resizePolicy'], what: 'a resizePolicy', without: 'dropped', then: 'the container cannot be resized in place' },
      { in: 'container', roles: ['init', 'sidecar'], paths: ['resizePolicy'], what: 'a resizePolicy', without: 'refused' },
    ],
  },
  [KubernetesFeature.POD_LEVEL_RESOURCES]: {
    gate: 'PodLevelResources',
    alpha: '1.32',
    onByDefault: '1.34',
    fields: [{ in: 'pod', paths: ['resources'], what: 'resources of its own', without: 'dropped', then: 'only the requests and limits of its containers count' }],
  },
  [KubernetesFeature.CONTAINER_RESTART_POLICY]: {
    gate: 'ContainerRestartRules',
    alpha: '1.34',
    onByDefault: '1.35',
    fields: [{
      in: 'container',
      roles: ['main', 'init'],
      paths: ['restartPolicy'],
      what: 'a restartPolicy of its own',
      without: 'dropped',
      // The field is known since 1.28, but only for sidecars.
      beforeAlpha: 'refused',
      reportedBy: 'NS205',
    }, {
      in: 'container',
      roles: ['sidecar'],
      paths: ['restartPolicyRules'],
      what: 'restartPolicyRules',
      without: 'dropped',
      then: 'every exit restarts the sidecar alone',
    }, {
      in: 'container',
      roles: ['main', 'init'],
      paths: ['restartPolicyRules'],
      // NS205 reports both.
      unless: 'restartPolicy',
      what: 'restartPolicyRules',
      without: 'dropped',
      then: "the pod's restartPolicy decides about every exit",
    }],
  },
  [KubernetesFeature.RESTART_ALL_CONTAINERS]: {
    gate: 'RestartAllContainersOnContainerExits',
    alpha: '1.35',
    onByDefault: '1.36',
    fields: [{
      in: 'container',
      roles: ['sidecar'],
      paths: ['restartPolicyRules'],
      needs: KubernetesFeature.CONTAINER_RESTART_POLICY,
      what: 'restartPolicyRules on a sidecar',
      without: 'value-refused',
    }, {
      in: 'container',
      roles: ['main', 'init'],
      paths: ['restartPolicyRules[*].action'],
      value: 'RestartAllContainers',
      needs: KubernetesFeature.CONTAINER_RESTART_POLICY,
      what: 'a restart rule with the action RestartAllContainers',
      without: 'value-refused',
    }],
  },
  [KubernetesFeature.GRPC_PROBE]: {
    gate: 'GRPCContainerProbe',
    alpha: '1.23',
    onByDefault: '1.24',
    stable: '1.27',
    // As for sleep hooks: what remains is a probe without an action.
    fields: [{
      in: 'container',
      paths: ['startupProbe.grpc', 'livenessProbe.grpc', 'readinessProbe.grpc'],
      what: 'a gRPC probe',
      without: 'refused',
      instead: 'probe with a command such as grpc_health_probe',
    }],
  },
  [KubernetesFeature.PROBE_GRACE_PERIOD]: {
    gate: 'ProbeTerminationGracePeriod',
    alpha: '1.21',
    beta: '1.22',
    onByDefault: '1.25',
    stable: '1.28',
    fields: [{
      in: 'container',
      paths: ['livenessProbe.terminationGracePeriodSeconds', 'startupProbe.terminationGracePeriodSeconds'],
      what: 'a probe with terminationGracePeriodSeconds',
      without: 'dropped',
      then: "a restart waits for the pod's grace period",
    }],
  },
  [KubernetesFeature.FILE_KEY_REF]: {
    gate: 'EnvFiles',
    alpha: '1.34',
    onByDefault: '1.35',
    // What remains is a valueFrom without a source.
    fields: [{ in: 'container', paths: ['env[*].valueFrom.fileKeyRef'], what: 'a variable with fileKeyRef', without: 'refused', instead: 'let the app read the file' }],
  },
  ...POD_FEATURES,
  ...JOB_FEATURES,
};

/** Whether the feature is on in a release: by default, or because its feature gate is assumed to be on. */
export function isOnByDefault(release: Release, feature: KubernetesFeature): boolean {
  return hasCome(release, FEATURES[feature].onByDefault) || (release.assumedFeatures?.includes(feature) ?? false);
}

/** How a release supports native sidecars. */
export function sidecarSupport(release: Release): SidecarSupport {
  const history = FEATURES[KubernetesFeature.NATIVE_SIDECARS];
  if (hasCome(release, history.stable)) {
    return SidecarSupport.STABLE;
  }
  if (hasCome(release, history.onByDefault)) {
    return SidecarSupport.BETA;
  }
  return hasCome(release, history.alpha) ? SidecarSupport.ALPHA : SidecarSupport.NONE;
}

function hasCome(release: Release, since: string | undefined): boolean {
  return since !== undefined && reaches(release, since);
}
