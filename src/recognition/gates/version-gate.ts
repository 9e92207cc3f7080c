import { sameJson } from '../../data/json';
import { KnownProgram, ProgramGate } from '../../knowledge/programs/program';
import { PodContainer } from '../../kubernetes/pod';
import { runOf } from '../program-runs';
import type { RecognizedPod } from '../recognized';
import { ownStore } from './own-store';

/**
 * The gate of a program as a container runs it, or why none is known; undefined when the container runs another program.
 *
 * An overlay of the input may run another version, and changes nothing but the image: only a gate that every one of these versions has is known.
 */
export function startupOf(recognition: RecognizedPod, container: PodContainer, program: KnownProgram): ProgramGate | string | undefined {
  const run = recognition.run(container);
  const gate = run.runs(program.binary) ? program.startup?.(run) : undefined;
  if (typeof gate !== 'object') {
    return gate;
  }
  const store = ownStore(recognition, container);
  if (store) {
    return `it needs '${store.name}', which starts only after it`;
  }
  for (const image of recognition.surroundings.imagesFor(String(container.spec.image ?? ''))) {
    const other = program.startup!(runOf(recognition, container, image));
    if (!sameJson(other, gate)) {
      return `a Kustomization in the input runs ${image} instead, for which ${typeof other === 'string' ? 'no' : 'another'} startup probe is known`;
    }
  }
  return gate;
}
