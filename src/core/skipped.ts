import { objectsOf } from './pods';
import { isSopsDocument } from './sops';
import { isObject } from '../data/json';
import { amount } from '../data/words';
import { Foreign } from '../yaml/foreign';
import { ManifestDocument } from '../yaml/parse';
import { InputProblem } from '../yaml/problem';

/** Kinds whose pods another program renders, by API group. */
const RENDERED_ELSEWHERE: { readonly [kind: string]: RegExp } = {
  HelmRelease: /(^|\.)fluxcd\.io\//,
  HelmChart: /^helm\.cattle\.io\//,
  Application: /^argoproj\.io\//,
  ApplicationSet: /^argoproj\.io\//,
};

/** How the user passed a file: by its folder, with other paths, as the only path, or as the output of another command, which must be manifests. */
export type Passed = 'by folder' | 'with others' | 'alone' | 'as output';

/** What a file may be that the user passed alone: whoever names one file of which nothing is known expects an answer. */
const KNOWN: readonly Foreign[] = ['JSON patch', 'encrypted or binary file', 'template', 'file of another program'];

const PLURALS: { readonly [what: string]: string } = { 'JSON patch': 'JSON patches', 'file of another program': 'files of other programs' };

/** Files that were skipped for one reason. */
export interface SkippedGroup {
  /** What they are, such as `template` or `excluded path`. */
  readonly what: string;
  readonly paths: readonly string[];
}

/** What the input contains besides manifests that can be judged: it is counted, and is no problem. */
export class Skipped {
  private readonly foreign = new Map<Foreign, string[]>();
  /** What to tell about files that the user named. */
  private readonly named = new Set<string>();
  private readonly unrendered = new Map<string, number>();

  /** @param ignored files that the user's settings leave out */
  public constructor(private readonly ignored: readonly string[] = []) {}

  /**
   * Counts what is no manifest, and returns the problems that remain.
   *
   * A text that claims to be an object of Kubernetes and cannot be read is always a problem.
   */
  public sort(problems: readonly InputProblem[], passed: Passed): InputProblem[] {
    return problems.filter(({ foreign, file, message }) => {
      if (foreign === undefined || !isExpected(foreign, passed)) {
        return true;
      }
      this.count(foreign, file);
      if (foreign === 'template' && passed === 'alone') {
        this.named.add(`${file}: ${message}`);
      }
      return false;
    });
  }

  /** Counts what a document contains that cannot be judged. */
  public lookAt(document: ManifestDocument, passed: Passed): void {
    const isNamed = passed !== 'by folder';
    this.lookForSops(document, isNamed);
    objectsOf(document.value).forEach(({ value }) => this.look(value, document.file, isNamed));
  }

  /** The files that were skipped, by what they are. */
  public get groups(): SkippedGroup[] {
    const foreign = [...this.foreign].map(([what, paths]) => ({ what, paths: [...new Set(paths)] }));
    return [...foreign, ...(this.ignored.length > 0 ? [{ what: 'excluded path', paths: this.ignored }] : [])];
  }

  /** How many objects stand for pods that another program renders, by kind. */
  public get notRendered(): { readonly kind: string; readonly count: number }[] {
    return [...this.unrendered].map(([kind, count]) => ({ kind, count }));
  }

  /** One line about what was skipped, and one about what is not rendered; with `isVerbose`, also each file. */
  public lines(isVerbose: boolean): string[] {
    const { groups } = this;
    const counts = groups.map(({ what, paths }) => amount(paths.length, what, PLURALS[what])).join(', ');
    const unrendered = this.notRendered.map(({ kind, count }) => amount(count, kind)).join(', ');
    return [
      ...this.named,
      ...(isVerbose ? groups.flatMap(({ what, paths }) => paths.map(path => `${path}: skipped, ${what}`)) : []),
      ...(groups.length > 0 ? [`skipped: ${counts}${isVerbose ? '' : '; --verbose lists them'}`] : []),
      ...(unrendered === '' ? [] : [`not rendered: ${unrendered}: pass the manifests that they make, for example the output of 'helm template'`]),
    ];
  }

  /** Counts a document that SOPS encrypts, of which no pod is judged or changed; a file that the user named is always listed. */
  private lookForSops(document: ManifestDocument, isNamed: boolean): void {
    if (isSopsDocument(document)) {
      this.count('encrypted or binary file', document.file);
      if (isNamed) {
        this.named.add(`${document.file}: encrypted with SOPS, so it was neither judged nor changed: decrypt it and pass the result through standard input`);
      }
    }
  }

  /** Counts an object that is no manifest, is encrypted, or stands for pods that are not in the input. */
  private look(value: unknown, file: string, isNamed: boolean): void {
    if (!isObject(value)) {
      return;
    }
    const { apiVersion, kind } = value;
    if (apiVersion === undefined && kind === undefined) {
      if (!isNamed) {
        this.count('other file', file);
      }
    } else if (kind === 'SealedSecret') {
      this.count('encrypted or binary file', file);
    } else if (typeof kind === 'string' && Object.hasOwn(RENDERED_ELSEWHERE, kind) && RENDERED_ELSEWHERE[kind].test(String(apiVersion))) {
      this.unrendered.set(kind, (this.unrendered.get(kind) ?? 0) + 1);
    }
  }

  private count(kind: Foreign, file: string): void {
    const files = this.foreign.get(kind) ?? [];
    this.foreign.set(kind, files);
    files.push(file);
  }
}

/** Whether a file may be that instead of a manifest. */
function isExpected(foreign: Foreign, passed: Passed): boolean {
  return passed === 'as output' ? foreign === 'JSON patch' : passed !== 'alone' || KNOWN.includes(foreign);
}
