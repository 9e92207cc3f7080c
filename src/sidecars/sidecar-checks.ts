import * as kplus from 'cdk8s-plus-28';
import { NativeSidecarProps } from './native-sidecar-props';
import { refusal } from '../caller/refusal';
import { invalidImageOffense } from '../rules/platform/invalid-image';

/** A port that no user chooses, to find out whether a probe has a port of its own. */
const MARKER_PORT = 65535;

/** Refuses what the kubelet would refuse: an invalid image, root where root is forbidden, and a probe on a port that is not set. */
export function checkSidecar(name: string, props: NativeSidecarProps): void {
  const image = invalidImageOffense(name, props.image);
  if (image) {
    throw new Error(`NS612 ${image.message}: ${image.fix}`);
  }
  checkUser(name, props);
  checkProbePort(name, 'readiness', props.readiness, props.ports);
  checkProbePort(name, 'liveness', props.liveness, props.ports);
}

function checkUser(name: string, { user, securityContext }: NativeSidecarProps): void {
  const isGiven = (one: number | undefined) => one !== undefined && one !== null;
  if (isGiven(user) && isGiven(securityContext?.user)) {
    throw refusal`sidecar '${name}' has the user ${user} in 'user' and ${securityContext!.user} in 'securityContext': set only 'user'`;
  }
  if ((securityContext?.user ?? user) === 0 && (securityContext?.ensureNonRoot ?? true)) {
    throw refusal`NS107 sidecar '${name}' has user 0, which is root, but must run as non-root, so the kubelet would not start it: set another 'user', or securityContext: { ensureNonRoot: false }`;
  }
}

/** Without a port of its own and of its container, a probe of cdk8s-plus checks port 80. */
function checkProbePort(name: string, property: string, probe: kplus.Probe | undefined, ports: kplus.ContainerPort[] | undefined): void {
  if (probe && !ports?.length && portOf(probe, MARKER_PORT) === MARKER_PORT) {
    throw refusal`NS115 the ${property} probe of sidecar '${name}' has no port and '${name}' declares none, so it would check port 80: set 'port' of the probe, or 'ports' of the sidecar`;
  }
}

/** The port that a probe checks in a container with this port; undefined for a command. */
function portOf(probe: kplus.Probe, containerPort: number): unknown {
  const { httpGet, tcpSocket, grpc } = probe._toKube(new kplus.Container({ image: 'probed', portNumber: containerPort })) as kplus.k8s.Probe;
  return httpGet?.port.value ?? tcpSocket?.port.value ?? grpc?.port;
}
