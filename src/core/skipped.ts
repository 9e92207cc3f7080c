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

/** Files that were skipped for one reason. */
export interface SkippedGroup {
  /** What they are, such as `template` or `excluded path`. */
  readonly what: string;
  readonly paths: readonly string[];
}

/** What the input contains besides manifests that can be judged: it is counted, and is no problem. */
export class Skipped {
  private readonly foreign = new Map<Foreign, string[]>();
  /** Encrypted files that the user named. */
  private readonly named = new Set<string>();
  private readonly unrendered = new Map<string, number>();

  /** @param ignored files that the user's settings leave out */
  public constructor(private readonly ignored: readonly string[] = []) {}

  /**
   * Counts what is no manifest, and returns the problems that remain.
   *
   * @param isNamed whether the user named the file, rather than its folder: then only a patch is expected not to be a manifest
   */
  public sort(problems: readonly InputProblem[], isNamed: boolean): InputProblem[] {
    return problems.filter(problem => {
      const { foreign, file } = problem;
      if (foreign === undefined || (isNamed && foreign !== 'JSON patch')) {
        return true;
      }
      this.count(foreign, file);
      return false;
    });
  }

  /** Counts what a document contains that cannot be judged. */
  public lookAt(document: ManifestDocument, isNamed: boolean): void {
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
    const counts = groups.map(({ what, paths }) => amount(paths.length, what, what.endsWith('patch') ? 'JSON patches' : undefined)).join(', ');
    const unrendered = this.notRendered.map(({ kind, count }) => amount(count, kind)).join(', ');
    return [
      ...[...this.named].map(file => `${file}: encrypted with SOPS, so it was neither judged nor changed: decrypt it and pass the result through standard input`),
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
        this.named.add(document.file);
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
