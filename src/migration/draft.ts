import { ManualStep } from './plan';
import { follow, JsonValue } from '../data/json';
import { DataPath } from '../data/path';
import { Edit, EditReason } from '../edits/edit';
import { ChosenMesh } from '../knowledge/meshes/mesh-facts';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel, PodContainer } from '../kubernetes/pod';
import { pathOf } from '../recognition/commands';
import { Leftover, NewScript, Place } from '../recognition/leftovers/leftover';
import { Recognition } from '../recognition/recognition';

/** The options of a migration. */
export interface MigrationOptions {
  /** The Kubernetes version that the result must run on. */
  readonly kubernetes: KubernetesVersion;
  /** Whether inbound proxies, exporters and reloaders are moved too. */
  readonly includeOptional?: boolean;
  /** The reason why a finding of a rule about a container, or about the pod, is accepted, where the object itself does not state it. */
  readonly acceptedBecause?: (container: string | undefined, rule: string) => string | undefined;
  /** The mesh of the cluster; undefined when the user does not name it. */
  readonly mesh?: ChosenMesh;
}

/** A part of a script that is removed or replaced. */
interface Cut extends EditReason {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
  /** Whether it also holds for a script that replaces this one and keeps its command. */
  readonly isKept: boolean;
}

/** An unfinished plan: what the steps have decided so far. */
export class Draft {
  public readonly manual: ManualStep[] = [];
  /** What stays because the user accepts it. */
  public readonly accepted: ManualStep[] = [];
  public readonly removed: string[] = [];
  /** What else the edits change, as sentences. */
  public readonly consequences: string[] = [];
  /** The containers that become native sidecars, in their order. */
  public readonly moved: PodContainer[] = [];
  /** Whether the proxy of the pod's mesh will be a native sidecar. */
  public isMeshNative = false;
  /** The workarounds that the edits remove. */
  public readonly gone = new Set<Leftover>();
  /** The containers that are removed. */
  public readonly dropped = new Set<string>();

  private readonly edits: Edit[] = [];
  private readonly cuts = new Map<string, { readonly path: DataPath; readonly text: string; readonly cuts: Cut[] }>();

  public constructor(public readonly recognition: Recognition, public readonly options: MigrationOptions) {}

  public get pod(): PodModel {
    return this.recognition.pod;
  }

  /** Whether a container will be a native sidecar. */
  public isNative(name: string | undefined): boolean {
    return this.moved.some(container => container.name === name) || this.pod.sidecars.some(sidecar => sidecar.name === name);
  }

  /** Whether the sidecars that a workaround concerns will be native; a workaround that names none concerns all. */
  public isAboutNative({ target, proxy, alsoEnds = [] }: Leftover): boolean {
    if (proxy !== undefined) {
      return this.isMeshNative;
    }
    return target === undefined ? this.hasNatives || this.isMeshNative : [target, ...alsoEnds].every(name => this.isNative(name));
  }

  /** Whether the pod will have native sidecars, apart from one that a mesh injects. */
  public get hasNatives(): boolean {
    return this.moved.length > 0 || this.pod.sidecars.length > 0;
  }

  /** From the object to the pod's spec. */
  public get specPath(): DataPath {
    return this.pod._pathTo([]);
  }

  /** From the object to a container, as it is before the migration. */
  public pathOf(container: PodContainer): DataPath {
    return this.pod._pathTo(pathOf(this.pod, container));
  }

  /** From the object to a place in the pod. */
  public pathAt(place: Place): DataPath {
    return this.pod._pathTo(place.path);
  }

  public add(edit: Edit): void {
    const isKnown = this.edits.some(known => known.kind === edit.kind && edit.kind !== 'insert' && samePath(known.path, edit.path));
    if (!isKnown) {
      this.edits.push(edit);
    }
  }

  /** Whether an edit so far changes a path, or a part below it. */
  public touches(path: DataPath): boolean {
    return this.edits.some(edit => path.every((step, index) => edit.path[index] === step));
  }

  /** Removes or replaces a part of a string; several parts of one string become one edit. */
  public cut(place: Place, reason: EditReason, isKept = place.span!.start === place.span!.end): void {
    const path = this.pathAt(place);
    const text = String(follow(this.pod.manifest, path));
    const key = JSON.stringify(path);
    const known = this.cuts.get(key) ?? { path, text, cuts: [] };
    this.cuts.set(key, known);
    known.cuts.push({ ...reason, start: place.span!.start, end: place.span!.end, instead: place.instead ?? '', isKept });
  }

  /** A script that replaces another one, with what was inserted into the command that both have. */
  public withInsertions({ place, text, kept }: NewScript): string {
    const { cuts = [] } = this.cuts.get(JSON.stringify(this.pathAt(place))) ?? {};
    const moved = (position: number) => position - kept.from + kept.to;
    return withoutCuts(text, cuts.filter(cut => cut.isKept && cut.start >= kept.from)
      .map(cut => ({ ...cut, start: moved(cut.start), end: moved(cut.end) })));
  }

  public note(rule: string | null, why: string): void {
    if (!this.manual.some(step => step.rule === rule && step.why === why)) {
      this.manual.push({ rule, why });
    }
  }

  /** All edits, with the cuts of each string combined. */
  public allEdits(): Edit[] {
    const texts = [...this.cuts.values()].map(({ path, text, cuts }): Edit => ({
      kind: 'text',
      path,
      value: withoutCuts(text, cuts),
      rule: cuts[0].rule,
      // An edit has one rule, so the reasons of the others name theirs.
      why: [...new Set(cuts.map(({ rule, why }) => rule === cuts[0].rule ? why : `${rule} ${why}`))].join('; '),
    }));
    // An edit that replaces a whole string takes precedence over cuts in it.
    return [...this.edits, ...texts.filter(edit => !this.edits.some(known => isInside(edit.path, known)))];
  }
}

/** Whether two paths are equal. */
export function samePath(a: DataPath, b: DataPath): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

/** A value as an edit holds it. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}

function isInside(path: DataPath, edit: Edit): boolean {
  return (edit.kind === 'remove' || edit.kind === 'set' || edit.kind === 'text') && edit.path.every((step, index) => path[index] === step);
}

function withoutCuts(text: string, cuts: readonly Cut[]): string {
  let result = '';
  let at = 0;
  for (const cut of [...cuts].sort((a, b) => a.start - b.start)) {
    if (cut.start >= at) {
      result += text.slice(at, cut.start) + cut.instead;
    }
    at = Math.max(at, cut.end);
  }
  return result + text.slice(at);
}
