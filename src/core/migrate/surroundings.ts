import { isObject, JsonObject } from '../../data/json';
import { copied } from '../../data/printable';
import { readKustomization } from '../../recognition/kustomizations';
import { JSON_PATCH_FILE, patchIn, possiblePatch } from '../../recognition/patches';
import { REPLACEMENT_FILE } from '../../recognition/replacements';
import { SURROUNDING_KINDS } from '../../recognition/surrounding-kinds';
import { parseOneByOne, parseValue } from '../../yaml/parse';
import { LocatedSurroundings } from '../located-surroundings';
import { MeshMembers } from '../mesh-option';
import { objectsOf } from '../pods';

/** Matches text that can contain related objects. */
const CONCERNED = new RegExp(`\\bkind["']?\\s*:\\s*["']?(${SURROUNDING_KINDS.join('|')})\\b|List\\b`);

/** Matches the first item of a JSON patch, which is a list of operations. */
const OPERATION = /^[ \t]*(?:-[ \t]+\{?|\[\s*\{)\s*["']?(?:op|path|value|from)["']?[ \t]*:/;

/** Matches the beginning of a file with replacements of kustomize: one, or a list of them. */
const REPLACEMENT = /^\s*(?:[-[{]\s*){0,2}["']?(?:source|sourceValue|targets)["']?[ \t]*:/;

/** Enough of a text to see its first item. */
const BEGINNING = 200;

/** Longer values in a ConfigMap are data, not a script or configuration of a sidecar. */
const MAX_TEXT = 65_536;

/** Collects related objects file by file, and keeps only what the work needs: a folder is never in memory as a whole. */
export class SurroundingsCollector {
  private readonly objects: unknown[] = [];
  private readonly files: string[] = [];

  /**
   * @param members records which pods are in the mesh; it needs every file
   */
  public constructor(private readonly members?: MeshMembers) {}

  public add(file: string, text: string): void {
    if (beginsWith(OPERATION, text)) {
      this.keep({ kind: JSON_PATCH_FILE, text }, file);
    }
    if (text.includes('fieldPath') && beginsWith(REPLACEMENT, text)) {
      this.keep({ kind: REPLACEMENT_FILE, replacements: [copied(parseValue(file, text))].flat() }, file);
    }
    const isConcerned = (part: string) => this.members !== undefined || CONCERNED.test(part) || mayBePatch(file, part);
    if (!isConcerned(text)) {
      return;
    }
    for (const document of parseOneByOne(file, text, [], undefined, isConcerned)) {
      for (const { value } of objectsOf(document.value)) {
        const kept = isObject(value) ? keptOf(value, file) : undefined;
        if (kept) {
          this.keep(kept, file);
        }
        this.members?.add(value);
      }
    }
  }

  public collected(): LocatedSurroundings {
    return new LocatedSurroundings(this.objects, this.files);
  }

  private keep(object: JsonObject, file: string): void {
    this.objects.push(object);
    this.files.push(file);
  }
}

/** What the work needs of an object; undefined if it needs nothing of it. */
function keptOf(value: JsonObject, file: string): JsonObject | undefined {
  if (value.kind === 'ConfigMap') {
    return slim(value);
  }
  const isNeeded = SURROUNDING_KINDS.includes(String(value.kind)) || readKustomization(value, file) !== undefined || patchIn(value) !== undefined;
  return isNeeded ? copied(value) : possiblePatch(value);
}

/** What holds patches, and a part of a workload that may be one: it names containers, but lacks an image or what a whole workload has. */
function mayBePatch(file: string, text: string): boolean {
  return /(^|\/)kustomization(\.ya?ml)?$/i.test(file) || /Kustomization|kind: (?:Component|Application)\b/.test(text)
    || (text.includes('containers') && !(text.includes('image:') && /selector|restartPolicy/.test(text)));
}

/** Whether a text begins like that, behind comments and the mark of a document. */
function beginsWith(beginning: RegExp, text: string): boolean {
  const start = text.search(/^(?![ \t]*(?:#|\r?$)|---)/m);
  return text.length <= MAX_TEXT && start >= 0 && beginning.test(text.slice(start, start + BEGINNING));
}

function slim(configMap: JsonObject): JsonObject {
  const data = isObject(configMap.data) ? configMap.data : {};
  return {
    kind: 'ConfigMap',
    metadata: { name: configMap.metadata?.name, namespace: configMap.metadata?.namespace },
    data: Object.fromEntries(Object.entries(data).filter(([, text]) => typeof text === 'string' && text.length <= MAX_TEXT)),
  };
}
