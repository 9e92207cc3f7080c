import { isObject, JsonObject } from '../../data/json';
import { patchesIn } from '../../recognition/patches';
import { SURROUNDING_KINDS, Surroundings } from '../../recognition/surroundings';
import { parseOneByOne } from '../../yaml/parse';
import { MeshMembers } from '../mesh-option';
import { objectsOf } from '../pods';

/** Matches text that can contain related objects. */
const CONCERNED = new RegExp(`\\bkind["']?\\s*:\\s*["']?(${SURROUNDING_KINDS.join('|')})\\b|List\\b`);

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
    const isConcerned = (part: string) => this.members !== undefined || CONCERNED.test(part) || mayBePatch(part);
    if (!isConcerned(text)) {
      return;
    }
    for (const document of parseOneByOne(file, text, [], undefined, isConcerned)) {
      for (const { value } of objectsOf(document.value)) {
        if (isObject(value) && (SURROUNDING_KINDS.includes(String(value.kind)) || patchesIn(value).length > 0)) {
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
function mayBePatch(text: string): boolean {
  return text.includes('Kustomization') || (text.includes('containers') && !text.includes('image:'));
}

function slim(configMap: JsonObject): JsonObject {
  const data = isObject(configMap.data) ? configMap.data : {};
  return {
    kind: 'ConfigMap',
    metadata: { name: configMap.metadata?.name, namespace: configMap.metadata?.namespace },
    data: Object.fromEntries(Object.entries(data).filter(([, text]) => typeof text === 'string' && text.length <= MAX_TEXT)),
  };
}
