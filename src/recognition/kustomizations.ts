import { ImageChange, imageChanges } from './image-changes';
import { FieldUse, replacedFields, variableFields } from './replacements';
import { grouped } from '../data/grouped';
import { follow, isObject, JsonObject, listOf } from '../data/json';

/** The names of the file of a Kustomization. */
const FILE_NAME = /(^|\/)kustomization(\.ya?ml)?$/i;

/** Whether an object is a Kustomization or a Component of kustomize. The name of its file tells that, too: the document may leave out its kind. */
export function isKustomization(object: JsonObject, file = ''): boolean {
  return object.kind === 'Kustomization' || object.kind === 'Component' || (object.kind === undefined && FILE_NAME.test(file));
}

/** One that names a file or an inline patch. */
export interface PatchEntry {
  /** The path of the file, from the root of the input. */
  readonly file?: string;
  /** The text of an inline patch. */
  readonly text?: string;
  /** What it patches, if it does not name that itself. */
  readonly target?: JsonObject;
}

/** What one Kustomization takes together and patches. */
export interface Kustomized {
  readonly file: string;
  readonly isComponent: boolean;
  readonly patches: readonly PatchEntry[];
  /** The images that it changes. */
  readonly images: readonly ImageChange[];
  /** The fields that it reads and sets. */
  readonly fields: readonly FieldUse[];
  /** The files of more replacements, from the root of the input. */
  readonly replacementFiles: readonly string[];
  /** Files and folders, from the root of the input. */
  readonly resources: readonly string[];
  /** Folders, from the root of a repository, of which the input may be a part. */
  readonly roots: readonly string[];
}

const NOTHING = { isComponent: false, resources: [], fields: [], replacementFiles: [] };

/** Reads a Kustomization of kustomize or Flux, or an Application of Argo CD that patches what it deploys; undefined for another object. */
export function readKustomization(object: JsonObject, file: string): Kustomized | undefined {
  if (object.kind === 'Application' && isObject(object.spec)) {
    const sources = [...listOf(object.spec.sources), ...(isObject(object.spec.source) ? [object.spec.source] : [])];
    return {
      ...NOTHING,
      file,
      roots: rootsOf(sources),
      patches: sources.flatMap(source => entriesOf(follow(source, ['kustomize']), file)),
      images: sources.flatMap(source => imageChanges(follow(source, ['kustomize', 'images']))),
    };
  }
  if (!isKustomization(object, file)) {
    return undefined;
  }
  if (isObject(object.spec)) {
    return { ...NOTHING, file, roots: rootsOf([object.spec]), patches: entriesOf(object.spec, file), images: imageChanges(object.spec.images) };
  }
  const resources = [object.resources, object.bases, object.components].flatMap(textsOf);
  return {
    file,
    isComponent: object.kind === 'Component',
    resources: resources.map(path => beside(file, path)),
    roots: [],
    patches: entriesOf(object, file),
    images: imageChanges(object.images),
    fields: [...replacedFields(object.replacements), ...variableFields(object.vars)],
    replacementFiles: listOf(object.replacements).flatMap(({ path }) => typeof path === 'string' ? [beside(file, path)] : []),
  };
}

/** Which files the Kustomizations of an input take together. */
export class Kustomizations {
  private readonly byFolder: ReadonlyMap<string, Kustomized>;
  private readonly byResource: ReadonlyMap<string, readonly { readonly whole: Kustomized }[]>;
  private readonly reached = new Map<Kustomized, ReadonlySet<string>>();

  public constructor(private readonly all: readonly Kustomized[]) {
    this.byResource = grouped(all.flatMap(whole => whole.resources.map(path => ({ path, whole }))), ({ path }) => path);
    this.byFolder = new Map(all.filter(({ roots }) => roots.length === 0).map(one => [folderOf(one.file), one]));
  }

  /**
   * Whether the patches of a Kustomization change the objects of a file. A Component patches what the Kustomization that includes it takes together; one that none of the input
   * includes may patch whatever lies beside it.
   */
  public concerns(one: Kustomized, given: string): boolean {
    const file = beside('', given);
    const includes = (whole: Kustomized) => {
      const reach = this.reachOf(whole);
      return reach.has(file) || reach.has(folderOf(file));
    };
    const takes = (whole: Kustomized) => whole !== one && this.reachOf(whole).has(folderOf(one.file));
    if (!one.isComponent || includes(one)) {
      return includes(one);
    }
    const wholes = this.all.filter(takes);
    return wholes.length === 0 ? `${folderOf(file)}/`.startsWith(surroundingsOf(folderOf(one.file))) : wholes.some(includes);
  }

  /**
   * Whether a Kustomization runs the objects of two files together: it names one of them itself, and takes the other one together with it. One that only takes other Kustomizations together,
   * such as those of all environments, does not make their objects belong together.
   */
  public areTogether(one: string, other: string): boolean {
    const named = [beside('', one), beside('', other)];
    return named.some((file, index) => this.namingOf(file).some(({ whole }) => this.concerns(whole, named[1 - index])));
  }

  /** The Kustomizations that name a file, or a plain folder with it. */
  private namingOf(file: string): readonly { readonly whole: Kustomized }[] {
    const folder = folderOf(file);
    return [...this.byResource.get(file) ?? [], ...(this.byFolder.has(folder) ? [] : this.byResource.get(folder) ?? [])];
  }

  /** Files and folders, also through other Kustomizations. */
  private reachOf(one: Kustomized): ReadonlySet<string> {
    const known = this.reached.get(one);
    if (known) {
      return known;
    }
    const reach = new Set<string>();
    this.reached.set(one, reach);
    const open = [...one.resources, ...this.foldersAt(one.roots)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!reach.has(next)) {
        reach.add(next);
        open.push(...this.byFolder.get(next)?.resources ?? []);
      }
    }
    return reach;
  }

  private foldersAt(roots: readonly string[]): string[] {
    return [...this.byFolder.keys()].filter(folder => roots.some(root => folder === root || folder.endsWith(`/${root}`)));
  }
}

/** The path of a file that another file names by a relative path. */
export function beside(file: string, path: string): string {
  const steps = file.split('/').slice(0, -1).filter(step => step !== '.');
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps[steps.length - 1] !== '..') {
      steps.pop();
    } else if (step !== '.' && step !== '') {
      steps.push(step);
    }
  }
  return steps.join('/');
}

function entriesOf(holder: unknown, file: string): PatchEntry[] {
  if (!isObject(holder)) {
    return [];
  }
  const listed = [...listOf(holder.patches), ...listOf(holder.patchesJson6902)].map(({ patch, path, target }) => ({
    ...(typeof patch === 'string' ? { text: patch } : typeof path === 'string' ? { file: beside(file, path) } : {}),
    ...(isObject(target) ? { target } : {}),
  }));
  // An item of the old list is a path, or the patch itself.
  const merged = textsOf(holder.patchesStrategicMerge).map(text => (/[\n:]/.test(text) ? { text } : { file: beside(file, text) }));
  return [...listed, ...merged];
}

function rootsOf(sources: readonly JsonObject[]): string[] {
  return sources.flatMap(({ path }) => typeof path === 'string' ? [beside('', path)] : []).filter(path => path !== '');
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
}

/** The folder that holds a Component and its bases, with a slash at its end; empty for the whole input. */
function surroundingsOf(folder: string): string {
  const parent = folderOf(folder);
  const above = /(^|\/)components$/.test(parent) ? folderOf(parent) : parent;
  return above === '' ? '' : `${above}/`;
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')).replace(/^(?:\.\/)+/, '') : '';
}
