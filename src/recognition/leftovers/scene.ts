import { Leftover } from './leftover';
import { Call, callsOf, Source, sourcesOf } from './sources';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';

/** What the finders of leftovers look at, read once. */
export class Scene {
  /** Everything that the containers execute; not what belongs to an injected proxy. */
  public readonly sources: readonly Source[];
  private readonly calls = new Map<Source, Call[]>();

  /** @param recognition what can be told of the pod; its helpers are found by the leftovers, so no finder may ask for them */
  public constructor(public readonly recognition: RecognizedPod) {
    this.sources = sourcesOf(recognition).filter(source => !isInjected(source.container));
  }

  /** The programs that a source calls. */
  public callsOf(source: Source): readonly Call[] {
    const known = this.calls.get(source) ?? callsOf(source);
    this.calls.set(source, known);
    return known;
  }
}

/** Looks for one kind of leftover. */
export type Finder = (scene: Scene) => Leftover[];

/** Whether a container is what a mesh injects, by its name. */
export function isInjected(container: PodContainer): boolean {
  return INJECTED.has(container.name);
}

const INJECTED: ReadonlySet<string> = new Set(MESHES.flatMap(mesh => mesh.reserved.containerNames));
