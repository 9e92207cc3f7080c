import type { Helper } from './helper';
import { PodView } from './pod-view';
import { clientVariable, tunnelsOf } from './routes';
import { PodContainer } from '../kubernetes/pod';

/** Containers through which what the app sends or receives goes: the client of a VPN, by its device and its variables, and one that passes requests on to the app. */
export function helpersByRoute(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  return [...clients(view), ...front(view)].filter(({ container }) => !found.has(container));
}

function clients(view: PodView): Helper[] {
  return tunnelsOf(view).flatMap(({ container }): Helper[] => {
    const variable = clientVariable(container);
    return variable !== undefined && view.sendersBeside(container).length > 0 && view.app?.container !== container
      ? [{ container, direction: 'outbound', why: `it sends the traffic of the pod through a VPN (${variable})` }]
      : [];
  });
}

/** Only what Services reach: otherwise it may be a half of the app. */
function front(view: PodView): Helper[] {
  const { app } = view;
  return app?.front && view.targets.has(app.front) ? [{ container: app.front, direction: 'inbound', why: `it passes requests on to '${app.container.name}'` }] : [];
}
