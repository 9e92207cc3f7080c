import { LocatedSurroundings } from './located-surroundings';
import { MeshMembers } from './mesh-option';
import { objectsOf } from './pods';
import { CommonSettings } from './settings';
import { notesOnUnknownMeshes } from './unknown-mesh-notes';
import { JsonObject } from '../data/json';
import { ChosenMesh } from '../knowledge/meshes/mesh-facts';
import { TurnedOffProxy, turnedOffProxies } from '../knowledge/meshes/turned-off';
import { chosenMeshes, predictInMeshes } from '../knowledge/meshes/two-meshes';
import { PodModel } from '../kubernetes/pod';
import { storedPod } from '../kubernetes/stored-pod';
import { Recognition } from '../recognition/recognition';
import { PlacedFinding, RuleContext } from '../rules/engine/rule';
import { stopTimesOf } from '../rules/engine/stop-times';
import { ManifestDocument } from '../yaml/parse';

/** The context of a pod: the settings of the cluster, and the other objects in the input. */
export class World {
  /** The context for documents that are in memory as a whole. */
  public static of(documents: readonly ManifestDocument[], settings: CommonSettings): World {
    const objects = documents.flatMap(document => objectsOf(document.value).map(({ value }) => value));
    const { mesh, workloads } = settings;
    return new World(settings, surroundingsOf(documents), mesh && MeshMembers.of(mesh, objects, workloads));
  }

  /**
   * @param settings the cluster and the user's own sidecars
   * @param surroundings the other objects of the input
   * @param members which pods are in the mesh; undefined without a mesh
   */
  public constructor(
    private readonly settings: CommonSettings,
    private readonly surroundings: LocatedSurroundings,
    private readonly members: MeshMembers | undefined,
  ) {}

  /** What a reader of a timeline should know about meshes: why no proxy is injected, and what is assumed about opt-ins to meshes without a version. */
  public notesOnMesh(pod: PodModel, file: string): { readonly known: string[]; readonly assumptions: string[] } {
    const { mesh } = this.settings;
    const exclusion = this.members?.exclusionOf(pod);
    return {
      known: mesh && exclusion !== undefined ? [`${mesh.facts.name} adds no proxy to the pod: ${exclusion}`] : [],
      assumptions: notesOnUnknownMeshes(pod, this.namespaceOf(pod, file), chosenMeshes(mesh), this.assumedMeshesOf(pod, file)),
    };
  }

  /** What to do about a finding; if that changes an object of another file, its file comes first. */
  public fixOf({ fix, changes }: PlacedFinding, file: string): string {
    const other = changes && this.surroundings.fileOf(changes);
    return other === undefined || other === file ? fix : `in ${other}, ${fix}`;
  }

  /** Whether a manifest of a file is a patch, for which no rule and no timeline holds. */
  public isPatch(manifest: JsonObject, file: string): boolean {
    return this.surroundings.near(file).isPatch(manifest, this.settings.workloads);
  }

  /** The context for explanations of a pod: as the API server of the target stores it, without the fields that it drops, and with the proxies that `check` is certain of. */
  public storedContextOf(pod: PodModel, file: string): RuleContext {
    const stored = storedPod(pod, this.settings.kubernetes);
    return this.contextIn([...this.meshesOf(stored), ...this.assumedMeshesOf(stored, file)], stored, file);
  }

  /** The context for rules about a pod, including the proxy of its mesh. */
  public contextOf(pod: PodModel, file: string): RuleContext {
    return this.contextIn(this.meshesOf(pod), pod, file);
  }

  private contextIn(meshes: readonly ChosenMesh[], pod: PodModel, file: string): RuleContext {
    const { kubernetes, programs } = this.settings;
    if (meshes.length === 0) {
      return this.contextOutsideMesh(pod, file);
    }
    const surroundings = this.surroundings.near(file);
    const predicted = predictInMeshes(meshes, pod._found, kubernetes);
    const meshed = PodModel._of(predicted.found);
    const stops = stopTimesOf(meshed, { mesh: predicted.stops });
    return { pod: meshed, kubernetes, stops, mesh: predicted.context, recognition: new Recognition(meshed, surroundings, programs) };
  }

  /** The meshes of the cluster that a pod is in. */
  private meshesOf(pod: PodModel): ChosenMesh[] {
    return chosenMeshes(this.settings.mesh).flatMap((chosen, index) => {
      const members = index === 0 ? this.members : this.members?.others;
      return members?.has(pod) ? [{ ...chosen, inherited: members.inheritedBy(pod) }] : [];
    });
  }

  /** The meshes of unknown version whose proxy in a Job is certain to be ordinary. */
  private assumedMeshesOf(pod: PodModel, file: string): TurnedOffProxy[] {
    const turnedOff = turnedOffProxies(pod, this.namespaceOf(pod, file));
    return turnedOff.filter(({ facts }) => !chosenMeshes(this.settings.mesh).some(chosen => chosen.facts === facts));
  }

  private namespaceOf(pod: PodModel, file: string): JsonObject | undefined {
    return this.surroundings.near(file).namespace(pod);
  }

  /** The same, as if no mesh injected its proxy. */
  public contextOutsideMesh(pod: PodModel, file: string): RuleContext {
    const { kubernetes, programs } = this.settings;
    return { pod, kubernetes, stops: stopTimesOf(pod), recognition: new Recognition(pod, this.surroundings.near(file), programs) };
  }
}

/** The objects of documents, as what stands beside their pods. */
export function surroundingsOf(documents: readonly ManifestDocument[]): LocatedSurroundings {
  const objects: unknown[] = [];
  const files: string[] = [];
  for (const document of documents) {
    for (const { value } of objectsOf(document.value)) {
      objects.push(value);
      files.push(document.file);
    }
  }
  return new LocatedSurroundings(objects, files);
}
