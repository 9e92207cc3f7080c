import { PodView, repository } from './pod-view';
import { mountedTexts } from './settings';
import { hasVpnName, observesClient } from './vpn-names';
import { isObject, listOf } from '../data/json';
import { ContainerRole, PodContainer, PodModel } from '../kubernetes/pod';

/** The device with which a program opens a tunnel. */
const TUNNEL = '/dev/net/tun';

/** Variables that only the client of a VPN has. A kill switch stops all traffic of the pod that does not go through it. */
const VPN_CLIENT = /^(VPN_SERVICE_PROVIDER|VPN_PROVIDER|VPN_TYPE|OPENVPN_(PROVIDER|USER|USERNAME|PASSWORD)|NORDVPN_\w+|PIA_(USER|PASS)|MULLVAD_\w+|KILL_?SWITCH\w*)$/;

/** The variable that shows that a container is the client of a VPN; undefined when there is none. */
export function clientVariable({ spec }: PodContainer): string | undefined {
  return listOf(spec.env).map(({ name }) => String(name)).find(name => VPN_CLIENT.test(name));
}

/** Images that are WireGuard, as a client or as a server. */
const WIREGUARD = /(^|\/)(docker-)?wireguard$/;
/** Where those images read their configuration. */
const WIREGUARD_CONFIG = /(^|\/)wg_confs(\/|$)|^\/etc\/wireguard(\/|$)|(^|\/)wg\d*\.conf$/;
/** Variables with which they write the configuration of a server, and of its clients. */
const WIREGUARD_SERVER = /^(PEERS|SERVERURL)$/;

/** Whether a container is the server of a VPN, which others dial in to. */
function isServer(container: PodContainer): boolean {
  return WIREGUARD.test(repository(container)) && listOf(container.spec.env).some(({ name }) => WIREGUARD_SERVER.test(String(name)));
}

/** The mounted configuration that shows that a container is a client of WireGuard; undefined when there is none, or when it tells where to listen, as that of a server does. */
function clientConfig({ recognition }: PodView, container: PodContainer): string | undefined {
  const isDialed = listOf(container.spec.ports).some(({ containerPort, protocol }) => protocol === 'UDP' || containerPort === 51820);
  if (!WIREGUARD.test(repository(container)) || isDialed || mountedTexts(recognition, container).some(text => /^[ \t]*ListenPort/im.test(text))) {
    return undefined;
  }
  return listOf(container.spec.volumeMounts).flatMap(({ mountPath }) => WIREGUARD_CONFIG.test(String(mountPath)) ? String(mountPath) : [])[0];
}

/** What shows that a container with a tunnel is the client of a VPN: a variable, or a configuration; undefined when nothing does. */
export function clientSign(view: PodView, container: PodContainer): string | undefined {
  return clientVariable(container) ?? clientConfig(view, container);
}

/** The ordinary containers whose traffic may go through the client of a VPN beside them. */
export function sendersThrough(view: PodView, client: PodContainer): readonly PodContainer[] {
  return view.sendersBeside(client).filter(other => !observesClient(other, client));
}

/** A container that may send all traffic of its pod through a tunnel, and what shows it. */
export interface Tunnel {
  readonly container: PodContainer;
  readonly sign: string;
}

/**
 * The containers that may send all traffic of their pod through a tunnel: they have the privilege, and the device or the name of a VPN. One with ports may be its server.
 * In the network of the node they would change the node's.
 */
export function tunnelsOf(view: PodView): Tunnel[] {
  const { pod } = view.recognition;
  const routers = pod.spec.hostNetwork === true ? [] : view.runners.filter(runner => mayRoute(runner) && !isServer(runner));
  if (routers.length === 0) {
    return [];
  }
  const devices = new Set(listOf(pod.spec.volumes).filter(volume => volume.hostPath?.path === TUNNEL).map(volume => volume.name));
  return routers.flatMap((container): Tunnel[] => {
    if (listOf(container.spec.volumeMounts).some(mount => devices.has(mount.name)) && !(isAttached(pod) && clientVariable(container) === undefined)) {
      return [{ container, sign: TUNNEL }];
    }
    return hasVpnName(container) && !view.faces(container) ? [{ container, sign: container.spec.securityContext?.privileged === true ? 'privileged' : 'NET_ADMIN' }] : [];
  });
}

/** Whether a pod has networks of its own beside that of the cluster: a tunnel then usually belongs to what it sends there. */
function isAttached({ metadata: { annotations } }: PodModel): boolean {
  return isObject(annotations) && annotations['k8s.v1.cni.cncf.io/networks'] !== undefined;
}

/** Whether an ordinary container has the privilege to change the routing of its pod. */
function mayRoute({ role, spec: { securityContext } }: PodContainer): boolean {
  const added: unknown = securityContext?.capabilities?.add;
  return role === ContainerRole.MAIN && (securityContext?.privileged === true || (Array.isArray(added) && added.includes('NET_ADMIN')));
}
