import { DrawnPod } from './drawn-pod';
import { hasGate } from './lanes';
import { ContainerRole, PodContainer } from '../kubernetes/pod';
import { LifecycleEvent } from '../simulator/timeline-event';

/** A container that is held back until another one is up. */
export interface GateLine {
  /** The position of the container that others wait for. */
  readonly gate: number;
  /** The position of the first and of the last container that wait for it. */
  readonly first: number;
  readonly last: number;
  /** When it is up; undefined if it never is. */
  readonly opens?: number;
  /** When the containers start that waited for it; undefined if they never do. */
  readonly starts?: number;
}

/** What holds back the start of other containers: the startup probe of a sidecar, or an init container until it succeeds. */
export function gateLines({ pod, result: { events } }: DrawnPod): GateLine[] {
  const { containers } = pod;
  const firstMain = containers.findIndex(({ role }) => role === ContainerRole.MAIN);
  const at = (name: string, kind: LifecycleEvent) => events.find(event => event.container === name && event.event === kind)?.at;
  const up = ({ name, role }: PodContainer) => role === ContainerRole.INIT
    ? events.find(event => event.container === name && event.event === LifecycleEvent.EXITED && event.code === 0)?.at
    : at(name, LifecycleEvent.GATE_OPEN);
  return containers.flatMap((container, gate) => {
    const holds = container.role === ContainerRole.INIT || (container.role === ContainerRole.SIDECAR && hasGate(container));
    // What never starts holds back nothing: what it waits for does.
    if (!holds || at(container.name, LifecycleEvent.STARTED) === undefined) {
      return [];
    }
    const first = gate + 1;
    const last = first === firstMain ? containers.length - 1 : first;
    return [{ gate, first, last, opens: up(container), starts: at(containers[first].name, LifecycleEvent.STARTED) }];
  });
}
