import { PodView } from './pod-view';
import { listOf } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** The device with which a program opens a tunnel. */
const TUNNEL = '/dev/net/tun';

/** The containers that may send all traffic of their pod through a tunnel: they have the device and the privilege. In the network of the node they would change the node's. */
export function tunnelsOf({ recognition: { pod }, runners }: PodView): PodContainer[] {
  if (pod.spec.hostNetwork === true) {
    return [];
  }
  const devices = new Set(listOf(pod.spec.volumes).filter(volume => volume.hostPath?.path === TUNNEL).map(volume => volume.name));
  return runners.filter(({ role, spec }) => {
    const added: unknown = spec.securityContext?.capabilities?.add;
    const mayRoute = spec.securityContext?.privileged === true || (Array.isArray(added) && added.includes('NET_ADMIN'));
    return role === ContainerRole.MAIN && mayRoute && listOf(spec.volumeMounts).some(mount => devices.has(mount.name));
  });
}
