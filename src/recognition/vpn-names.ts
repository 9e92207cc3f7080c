import { repositoryOf } from '../knowledge/known-programs';
import type { PodContainer } from '../kubernetes/pod';

/** What images of VPNs are called. Some need no device, because the kernel makes the tunnel. */
const VPN_NAME = /vpn|wireguard|(^|[-_])wg($|[-_])/i;

/** What images of programs that observe another one are called. */
const OBSERVER_NAME = /exporter|monitor|(^|[-_])(metrics?|stats?)($|[-_])/i;

/** Whether a container's image is called like a VPN. */
export function hasVpnName({ spec }: PodContainer): boolean {
  return VPN_NAME.test(repositoryOf(String(spec.image ?? '')));
}

/** Whether a container observes the client of a VPN, by the name of its image: `wireguard-exporter`. Such a client is what the pod is there for, unless others send through it. */
export function observesClient(container: PodContainer, client: PodContainer): boolean {
  const [name, observed] = [nameOf(container), nameOf(client).replace(/^docker-|-client$/g, '')];
  return observed !== '' && OBSERVER_NAME.test(name) && (name.includes(observed) || (VPN_NAME.test(name) && VPN_NAME.test(observed)));
}

function nameOf({ spec }: PodContainer): string {
  const repository = repositoryOf(String(spec.image ?? ''));
  return repository.slice(repository.lastIndexOf('/') + 1);
}
