import type { Helper } from './helper';
import { PodView, sameImage } from './pod-view';
import { tunnelsOf } from './routes';
import { listOf } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Variables that only the client of a VPN has. */
const VPN_CLIENT = /^(VPN_SERVICE_PROVIDER|VPN_PROVIDER|VPN_TYPE|OPENVPN_(PROVIDER|USER|USERNAME|PASSWORD)|NORDVPN_\w+|PIA_(USER|PASS)|MULLVAD_\w+)$/;

/** Containers through which what the app sends or receives goes: the client of a VPN, by its device and its variables, and one that passes requests on to the app. */
export function helpersByRoute(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  return [...clients(view), ...front(view)].filter(({ container }) => !found.has(container));
}

function clients(view: PodView): Helper[] {
  return tunnelsOf(view).flatMap(({ container }): Helper[] => {
    const variable: unknown = listOf(container.spec.env).find(({ name }) => VPN_CLIENT.test(String(name)))?.name;
    const serves = view.runners.some(other =>
      other !== container && other.role === ContainerRole.MAIN && !view.isAsker(other) && !sameImage(other, container));
    return variable !== undefined && serves && view.app?.container !== container
      ? [{ container, direction: 'outbound', why: `it sends the traffic of the pod through a VPN (${String(variable)})` }]
      : [];
  });
}

/** Only what Services reach: otherwise it may be a half of the app. */
function front({ app, targets }: PodView): Helper[] {
  return app?.front && targets.has(app.front) ? [{ container: app.front, direction: 'inbound', why: `it passes requests on to '${app.container.name}'` }] : [];
}
