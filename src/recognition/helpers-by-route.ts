import type { Helper } from './helper';
import type { LoopbackCall } from './loopback-call';
import { PodView } from './pod-view';
import { clientSign, sendersThrough, tunnelsOf } from './routes';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Containers through which what the app sends or receives goes: the client of a VPN, by its device, its variables and its configuration, and one that passes requests on to the app. */
export function helpersByRoute(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  return [...clients(view), ...front(view, found)].filter(({ container }) => !found.has(container));
}

function clients(view: PodView): Helper[] {
  return tunnelsOf(view).flatMap(({ container }): Helper[] => {
    const sign = clientSign(view, container);
    return sign !== undefined && sendersThrough(view, container).length > 0 && view.app?.container !== container
      ? [{ container, direction: 'outbound', why: `it sends the traffic of the pod through a VPN (${sign})` }]
      : [];
  });
}

/** Only what Services reach, or what a setting calls a proxy: otherwise it may be a half of the app. */
function front(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const { app, targets } = view;
  const reached = app?.front && targets.has(app.front) ? [{ from: app.front, to: app.container }] : [];
  // Work has a target, too.
  const told = view.runsToCompletion
    ? []
    : view.loopback.calls.filter(call => call.isForwarded && !call.byElimination && !found.has(call.to) && isInFront(view, call));
  return [...reached, ...told].map(({ from, to }) => ({ container: from, direction: 'inbound', why: `it passes requests on to '${to.name}'` }));
}

/** Whether clients outside of the pod call one, no other container does, and they do not call what is behind it. */
function isInFront(view: PodView, { from, to }: LoopbackCall): boolean {
  const mayFront = from.role === ContainerRole.MAIN || (view.program(from) === undefined && to.role === ContainerRole.MAIN);
  return mayFront && view.faces(from) && (view.targets.has(from) || !view.targets.has(to))
    && !view.loopback.calls.some(call => call.to === from);
}
