import { fileNeedsAmong } from './file-needs';
import { viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';
import { PodContainer } from '../kubernetes/pod';

/** A container that needs another one while it works. */
export interface Use {
  readonly from: PodContainer;
  readonly to: PodContainer;
}

/** Which of some containers need which: by their calls, and a proxy by what it forwards to, and by what only a proxy asks; and by the files that one brings and another one is told. */
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
  const called = [...loopback.calls, ...forwarded, ...asking].filter(({ from, to }) => from !== to && containers.includes(from) && containers.includes(to));
  // What fetches a file through another one needs that one first.
  const told = fileNeedsAmong(viewOf(recognition), containers).filter(({ from, to }) => !called.some(call => call.from === to && call.to === from));
  return [...called, ...told];
}
