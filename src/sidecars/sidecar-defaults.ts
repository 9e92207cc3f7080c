import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { NativeSidecarProps } from './native-sidecar-props';

/** The user that a sidecar runs as: `nonroot` of distroless images. A number, because a kubelet refuses runAsNonRoot with a user that is a name. */
export const DEFAULT_USER = 65532;

/** What a helper needs, where cdk8s-plus would reserve a whole CPU. */
const DEFAULT_RESOURCES: kplus.ContainerResources = {
  cpu: { request: kplus.Cpu.millis(50) },
  memory: { request: Size.mebibytes(64), limit: Size.mebibytes(128) },
};

/** The cdk8s-plus props of a sidecar's container, with our defaults and none of cdk8s-plus' own. */
export function containerProps(name: string, props: NativeSidecarProps): kplus.ContainerProps {
  return {
    name,
    image: props.image,
    command: props.command,
    args: props.args,
    workingDir: props.workingDir,
    ports: props.ports,
    // Copies: cdk8s-plus would add later variables and mounts to what the user gave, and so to every sidecar with the same props.
    envVariables: { ...props.envVariables },
    envFrom: [...(props.envFrom ?? [])],
    volumeMounts: [...(props.volumeMounts ?? [])],
    readiness: props.readiness,
    liveness: props.liveness,
    imagePullPolicy: props.imagePullPolicy ?? kplus.ImagePullPolicy.IF_NOT_PRESENT,
    resources: props.resources ?? DEFAULT_RESOURCES,
    securityContext: {
      ensureNonRoot: true,
      user: props.user ?? DEFAULT_USER,
      privileged: false,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: [kplus.Capability.ALL] },
      seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT },
      ...given(props.securityContext),
    },
  };
}

/** Only what is given: from other languages absent fields arrive as undefined or null. */
function given<T extends object>(fields: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;
}
