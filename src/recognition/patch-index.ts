import { changedImage } from './image-changes';
import { beside, Kustomizations, Kustomized, readKustomization } from './kustomizations';
import { isNear } from './nearness';
import { JSON_PATCH_FILE, patchFrom, patchIn, patchKeys, POSSIBLE_PATCH, selected, WorkloadPatch } from './patches';
import { fieldPatch, FieldUse, REPLACEMENT_FILE, replacedFields } from './replacements';
import { isObject, JsonObject } from '../data/json';

interface Placed {
  readonly patch: WorkloadPatch;
  readonly file: string;
  /** The Kustomizations that apply it. */
  readonly by: readonly Kustomized[];
}

interface PlacedObject {
  readonly object: JsonObject;
  readonly file: string;
}

/** All patches of an input, and whose objects they change. */
export class PatchIndex {
  private readonly byTarget = new Map<string, Placed[]>();
  private readonly named: ReadonlyMap<string, readonly Kustomized[]>;
  /** Those that apply the patches. */
  public readonly kustomizations: Kustomizations;
  private readonly changing: readonly Kustomized[];

  public constructor(objects: readonly unknown[], files: readonly string[]) {
    const placed = objects.flatMap((object, index) => isObject(object) ? [{ object, file: beside('', files[index] ?? '') }] : []);
    const all = placed.flatMap(({ object, file }) => readKustomization(object, file) ?? []);
    this.kustomizations = new Kustomizations(all);
    this.changing = all.filter(({ images }) => images.length > 0);
    this.named = filesNamedBy(all);
    const texts = new Map(placed.flatMap(({ object, file }) => object.kind === JSON_PATCH_FILE ? [[file, String(object.text)] as const] : []));
    const merged = this.mergePatches(placed);
    this.addFields(all, placed);
    for (const one of all) {
      for (const { file, text = file === undefined ? undefined : texts.get(file), target } of one.patches) {
        if (text !== undefined) {
          this.add({ patch: patchFrom(text, target), file: one.file, by: [one] });
        }
        // What the Kustomization selects counts, whatever the patch names.
        if (file !== undefined && target) {
          (merged.get(file) ?? []).forEach(patch => this.add({ patch: { ...patch, target: selected(target) }, file, by: [one] }));
        }
      }
    }
  }

  /** Whether a Kustomization names the file as a patch: its workloads are then parts of others, also if they look complete. */
  public isPatch(file: string): boolean {
    return this.named.has(beside('', file));
  }

  /**
   * The patches of a workload.
   *
   * @param file the file of the workload; without it, all patches of that kind and name count
   */
  public of(kind: string, name: string | undefined, file: string | undefined): WorkloadPatch[] {
    const all = patchKeys(kind, name).flatMap(key => this.byTarget.get(key) ?? []);
    const isConcerned = ({ file: place, by }: Placed, own: string) => isNear(place, own) || by.some(one => this.kustomizations.concerns(one, own));
    return all.filter(placed => file === undefined || isConcerned(placed, file)).map(({ patch }) => patch);
  }

  /** The images that Kustomizations put in the place of one in a file; without a file, all Kustomizations count. */
  public imagesFor(image: string, file: string | undefined): string[] {
    return [...new Set(this.changing.flatMap(one => {
      const changed = one.images.flatMap(change => changedImage(image, change) ?? []).filter(other => other !== image);
      return changed.length > 0 && (file === undefined || this.kustomizations.concerns(one, file)) ? changed : [];
    }))];
  }

  /** The patches that are workloads themselves, by their file. */
  private mergePatches(placed: readonly PlacedObject[]): Map<string, WorkloadPatch[]> {
    const merged = new Map<string, WorkloadPatch[]>();
    for (const { object, file } of placed) {
      const patch = object.kind === POSSIBLE_PATCH ? this.named.has(file) ? object.patch as WorkloadPatch : undefined : patchIn(object);
      if (patch) {
        this.add({ patch, file, by: this.named.get(file) ?? [] });
        merged.set(file, [...merged.get(file) ?? [], patch]);
      }
    }
    return merged;
  }

  private addFields(all: readonly Kustomized[], placed: readonly PlacedObject[]): void {
    const replacements = placed.filter(({ object }) => object.kind === REPLACEMENT_FILE);
    const inFiles = new Map<string, FieldUse[]>(replacements.map(({ object, file }) => [file, replacedFields(object.replacements)]));
    for (const one of all) {
      for (const field of [...one.fields, ...one.replacementFiles.flatMap(file => inFiles.get(file) ?? [])]) {
        const patch = fieldPatch(field);
        if (patch) {
          this.add({ patch, file: one.file, by: [one] });
        }
      }
    }
  }

  private add(placed: Placed): void {
    const { target } = placed.patch;
    this.byTarget.set(target, [...this.byTarget.get(target) ?? [], placed]);
  }
}

function filesNamedBy(all: readonly Kustomized[]): Map<string, Kustomized[]> {
  const named = new Map<string, Kustomized[]>();
  for (const one of all) {
    for (const { file } of one.patches) {
      if (file !== undefined) {
        named.set(file, [...named.get(file) ?? [], one]);
      }
    }
  }
  return named;
}
