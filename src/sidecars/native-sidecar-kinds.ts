import { AppEnvFileOptions } from './app-env-file';
import {
  DRAIN_NOTICE, ENV_SOURCES, ENV_VALUES, MOUNTS, PORTS, PROBE, PULL_POLICY, RESOURCES, SIDECAR_FAILURE, STARTUP_GATE,
} from './kinds';
import { NativeSidecarProps } from './native-sidecar-props';
import { ResizePolicy } from './resize-policy';
import { ShareVolumeOptions } from './share-volume-options';
import { StopSignal } from './stop-signal';
import { DURATION, FLAG, Kinds, NUMBER, OBJECT, oneOf, required, requiredElsewhere, TEXT, TEXTS } from '../data/arguments';

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
  onFailure: SIDECAR_FAILURE,
  stopSignal: oneOf(StopSignal),
  cpuResize: oneOf(ResizePolicy),
  memoryResize: oneOf(ResizePolicy),
};

/** What the options for a shared volume must be. */
export const SHARE_VOLUME_KINDS: Kinds<ShareVolumeOptions> = {
  path: required(TEXT, "'/var/log/app'"),
  container: TEXT,
  containerPath: TEXT,
  readOnly: FLAG,
};

/** What the options for a variable from a file must be. */
export const APP_ENV_FILE_KINDS: Kinds<AppEnvFileOptions> = {
  file: required(TEXT, "'/run/env/app.env'"),
  key: TEXT,
  container: TEXT,
};
