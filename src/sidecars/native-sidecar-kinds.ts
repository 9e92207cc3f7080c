import {
  DRAIN_NOTICE, ENV_SOURCES, ENV_VALUES, MOUNTS, PORTS, PROBE, PULL_POLICY, RESOURCES, STARTUP_GATE,
} from './kinds';
import { NativeSidecarProps } from './native-sidecar-props';
import { ShareVolumeOptions } from './share-volume-options';
import { DURATION, FLAG, Kinds, NUMBER, OBJECT, required, requiredElsewhere, TEXT, TEXTS } from '../data/arguments';

/** What the properties of a sidecar must be. A missing startup gate has a finding of its own. */
export const NATIVE_SIDECAR_KINDS: Kinds<NativeSidecarProps> = {
  image: required(TEXT, "'ghcr.io/acme/proxy:1.0.0'"),
  startup: requiredElsewhere(STARTUP_GATE),
  name: TEXT,
  podTemplate: TEXT,
  shutdown: DURATION,
  command: TEXTS,
  args: TEXTS,
  workingDir: TEXT,
  ports: PORTS,
  envVariables: ENV_VALUES,
  envFrom: ENV_SOURCES,
  volumeMounts: MOUNTS,
  resources: RESOURCES,
  user: NUMBER,
  securityContext: OBJECT,
  imagePullPolicy: PULL_POLICY,
  readiness: PROBE,
  liveness: PROBE,
  preStop: DRAIN_NOTICE,
};

/** What the options for a shared volume must be. */
export const SHARE_VOLUME_KINDS: Kinds<ShareVolumeOptions> = {
  path: required(TEXT, "'/var/log/app'"),
  container: TEXT,
  containerPath: TEXT,
  readOnly: FLAG,
};
