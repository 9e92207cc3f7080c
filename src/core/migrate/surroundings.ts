import { isObject, JsonObject } from '../../data/json';
import { hasPatchFiles, JSON_PATCH_FILE, patchesIn } from '../../recognition/patches';
import { SURROUNDING_KINDS, Surroundings } from '../../recognition/surroundings';
import { parseOneByOne } from '../../yaml/parse';
import { MeshMembers } from '../mesh-option';
import { objectsOf } from '../pods';

/** Matches text that can contain related objects. */
const CONCERNED = new RegExp(`\\bkind["']?\\s*:\\s*["']?(${SURROUNDING_KINDS.join('|')})\\b|List\\b`);

/** Matches the first item of a JSON patch, which is a list of operations. */
const OPERATION = /^[ \t]*(?:-[ \t]+|\[\s*\{\s*)["']?(?:op|path|value|from)["']?[ \t]*:/;

/** Enough of a text to see its first item. */
const BEGINNING = 200;

/** The names of the file of a Kustomization. */
const KUSTOMIZATION = /(^|\/)kustomization(\.ya?ml)?$/i;

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
    if (isJsonPatch(text)) {
      this.objects.push({ kind: JSON_PATCH_FILE, text });
      this.files.push(file);
    }
    const isConcerned = (part: string) => this.members !== undefined || CONCERNED.test(part) || mayBePatch(file, part);
    if (!isConcerned(text)) {
      return;
    }
    for (const document of parseOneByOne(file, text, [], undefined, isConcerned)) {
      for (const { value: given } of objectsOf(document.value)) {
        // The file of a Kustomization tells its kind; the document may leave it out.
        const value = isObject(given) && given.kind === undefined && KUSTOMIZATION.test(file) ? { ...given, kind: 'Kustomization' } : given;
        if (isObject(value) && (SURROUNDING_KINDS.includes(String(value.kind)) || hasPatchFiles(value) || patchesIn(value).length > 0)) {
          this.objects.push(value.kind === 'ConfigMap' ? slim(value) : structuredClone(value));
          this.files.push(file);
        }
        this.members?.add(value);
      }
    }
  }

  public collected(): Surroundings {
    return new Surroundings(this.objects, this.files);
  }
}

/** A Kustomization may hold patches, and a part of a workload may be one: it names containers, but no image. */
function mayBePatch(file: string, text: string): boolean {
  return text.includes('Kustomization') || KUSTOMIZATION.test(file) || (text.includes('containers') && !text.includes('image:'));
}

/** Whether a text is a JSON patch, behind comments and the mark of a document. */
function isJsonPatch(text: string): boolean {
  const start = text.search(/^(?![ \t]*(?:#|\r?$)|---)/m);
  return text.length <= MAX_TEXT && start >= 0 && OPERATION.test(text.slice(start, start + BEGINNING));
}

function slim(configMap: JsonObject): JsonObject {
  const data = isObject(configMap.data) ? configMap.data : {};
  return {
    kind: 'ConfigMap',
    metadata: { name: configMap.metadata?.name, namespace: configMap.metadata?.namespace },
    data: Object.fromEntries(Object.entries(data).filter(([, text]) => typeof text === 'string' && text.length <= MAX_TEXT)),
  };
}
