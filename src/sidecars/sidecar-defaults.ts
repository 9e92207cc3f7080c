import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { inOrderOfUse } from './env-order';
import { userOfImage } from './image-fit';
import { NativeSidecarProps } from './native-sidecar-props';
import { checkSidecar } from './sidecar-checks';
import { GivenImage } from './sidecar-images';
import { StartupGate } from './startup-gate';
import { refusal } from '../caller/refusal';
import { authored } from '../data/wording';
import { GATE_FIX, noGateMessage } from '../rules/start/no-startup-gate';
import { ASSUMED_SIDECAR_SHUTDOWN_SECONDS } from '../simulator/assumptions';

/** The user `nonroot` of distroless images. It is a number, because the kubelet rejects `runAsNonRoot` with a user that is a name. */
export const DEFAULT_USER = 65532;

/** Enough for a typical helper. cdk8s-plus would request a whole CPU. */
const DEFAULT_RESOURCES: kplus.ContainerResources = {
  cpu: { request: kplus.Cpu.millis(50) },
  memory: { request: Size.mebibytes(64), limit: Size.mebibytes(128) },
};

/** The cdk8s-plus props of a sidecar's container, with the defaults of this library instead of those of cdk8s-plus. */
export function containerProps(name: string, props: NativeSidecarProps): kplus.ContainerProps {
  checkSidecar(name, props);
  return {
    name,
    image: props.image,
    command: props.command,
    args: props.args,
    workingDir: props.workingDir,
    ports: props.ports,
    // Copies, because cdk8s-plus adds later variables and mounts to the given objects, and so to every sidecar with the same props.
    envVariables: inOrderOfUse(props.envVariables ?? {}),
    envFrom: [...(props.envFrom ?? [])],
    volumeMounts: [...(props.volumeMounts ?? [])],
    readiness: props.readiness,
    liveness: props.liveness,
    imagePullPolicy: props.imagePullPolicy ?? kplus.ImagePullPolicy.IF_NOT_PRESENT,
    resources: props.resources ?? DEFAULT_RESOURCES,
    securityContext: {
      ensureNonRoot: true,
      user: props.user ?? userOfImage(props.image) ?? DEFAULT_USER,
      privileged: false,
      // The API server rejects it for a privileged container.
      allowPrivilegeEscalation: props.securityContext?.privileged === true,
      readOnlyRootFilesystem: true,
      capabilities: { drop: [kplus.Capability.ALL] },
      seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT },
      ...given(props.securityContext),
    },
  };
}

/** The name of a sidecar's container: the explicit name, or the construct id. Throws when it is not a DNS label. */
export function containerName(id: string, explicit: string | undefined): string {
  if (id === 'Resource' || id === 'Default') {
    throw new Error(`a sidecar cannot have the id '${id}', because cdk8s uses it to find the API object of a workload: use another id`);
  }
  const name = explicit ?? id;
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) {
    const valid = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 63).replace(/(?<!-)-+$/, '') || 'sidecar';
    throw refusal`'${name}' is not a valid name for the container of a sidecar: use at most 63 lowercase letters, digits and dashes, for example '${valid}'; to keep the construct id, set 'name'`;
  }
  return name;
}

/** Marks the props of a sidecar whose image is the default of a preset. */
export const DEFAULT_IMAGE = Symbol('default image');

/** Shared by all sidecars with an image and no pull policy, as most are. */
const ONLY_IMAGE: GivenImage = { imageIsExplicit: true, policyIsExplicit: false };

/** Which image settings the user made. */
export function givenImage(props: NativeSidecarProps & { readonly [DEFAULT_IMAGE]?: boolean }): GivenImage {
  const imageIsExplicit = props[DEFAULT_IMAGE] !== true;
  const policyIsExplicit = (props.imagePullPolicy ?? undefined) !== undefined;
  return imageIsExplicit && !policyIsExplicit ? ONLY_IMAGE : { imageIsExplicit, policyIsExplicit };
}

/** The gate of a sidecar. Throws when it is missing, which only callers without type checks can cause. */
export function startupOf(name: string, props: NativeSidecarProps): StartupGate {
  if (!props.startup) {
    throw refusal`NS101 ${noGateMessage(name, 'the app', 'startup gate')}: ${authored(GATE_FIX)}`;
  }
  return props.startup;
}

/** How long a sidecar needs after its stop signal. */
export function shutdownOf(props: NativeSidecarProps): Duration {
  return props.shutdown ?? Duration.seconds(ASSUMED_SIDECAR_SHUTDOWN_SECONDS);
}

/** Drops absent fields, which arrive from other languages as undefined or null. */
function given<T extends object>(fields: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;
}
