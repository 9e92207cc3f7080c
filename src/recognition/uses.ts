import { fileNeedsAmong } from './file-needs';
import { viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';
import { sentPorts } from './sent-ports';
import { PodContainer } from '../kubernetes/pod';

/** A container that needs another one while it works. */
export interface Use {
  readonly from: PodContainer;
  readonly to: PodContainer;
}

/**
 * Which of some containers need which: by their calls, and a proxy by what it forwards to, and by what only a proxy asks; by where a helper
 * sends what it gets; and by the files that one brings and another one is told.
 */
export function usesAmong(recognition: RecognizedPod, containers: readonly PodContainer[]): Use[] {
  const { loopback, helpers } = recognition;
  const fronts = helpers.filter(({ container, direction }) => direction === 'inbound' && containers.includes(container)).map(({ container }) => container);
  const forwarded = fronts.flatMap(from => (recognition.program(from)?.upstreams?.(recognition.run(from)) ?? []).flatMap(port => {
    const to = loopback.ownerOf(port);
    return to ? [{ from, to }] : [];
  }));
  // What a proxy asks often stands in a configuration that is not in the input.
  const asked = containers.filter(to => recognition.program(to)?.servesProxy?.(recognition.run(to)));
  const asking = asked.flatMap(to => fronts.map(from => ({ from, to })));
  const isAmong = ({ from, to }: Use) => from !== to && containers.includes(from) && containers.includes(to);
  const called = [...loopback.calls, ...forwarded, ...asking].filter(isAmong);
  const told = [...sendersAmong(recognition, containers), ...fileNeedsAmong(viewOf(recognition), containers)];
  // What fetches a file through another one, or is called by it, needs that one first.
  return [...called, ...told.filter(({ from, to }) => ![...called, ...told].some(other => other.from === to && other.to === from))];
}

/** Helpers that send on what they get to another one: by the flags and the files of their programs, which tell nothing else about who helps whom. */
function sendersAmong(recognition: RecognizedPod, containers: readonly PodContainer[]): Use[] {
  const sends = (container: PodContainer) => /^(outbound|shipper|content)$/.test(recognition.helper(container.name)?.direction ?? '');
  return containers.length < 2 ? [] : containers.filter(sends).flatMap(from => sentPorts(recognition, from).flatMap(port => {
    const to = recognition.loopback.ownerOf(port);
    return to && to !== from && containers.includes(to) ? [{ from, to }] : [];
  }));
}
