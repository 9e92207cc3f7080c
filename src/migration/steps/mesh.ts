import { isObject, JsonObject } from '../../data/json';
import { DataPath } from '../../data/path';
import { ignoredAnnotation } from '../../knowledge/meshes/ignored-annotations';
import { decisionOn } from '../../knowledge/meshes/membership';
import { ChosenMesh } from '../../knowledge/meshes/mesh-facts';
import { isNativeByDefault, nativeRequest, nativeSwitch } from '../../knowledge/meshes/native';
import { chosenMeshes } from '../../knowledge/meshes/two-meshes';
import { howToBeNative } from '../../rules/native-proxy';
import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/** Makes the proxy of the mesh that the user names native, and removes the annotations that then have no effect. Changes nothing if the user names no mesh. */
export function migrateMesh(draft: Draft): void {
  const annotations: JsonObject = isObject(draft.pod.metadata.annotations) ? draft.pod.metadata.annotations : {};
  const namespace = draft.recognition.surroundings.namespace(draft.pod);
  for (const mesh of chosenMeshes(draft.options.mesh).filter(({ facts }) => decisionOn(facts, draft.pod, namespace)?.joins === true)) {
    if (switchOn(draft, mesh, annotations)) {
      draft.isMeshNative = true;
      dropIgnored(draft, mesh, annotations);
    }
  }
}

/** Writes the mesh's own switch where it is needed; tells whether the proxy will be native. */
function switchOn(draft: Draft, mesh: ChosenMesh, annotations: JsonObject): boolean {
  const { kubernetes } = draft.options;
  const name = `${mesh.facts.name} ${mesh.version.text}`;
  const request = nativeRequest(mesh.facts, annotations, mesh.version);
  if (request?.native === false) {
    draft.note('NS514', `'${request.key}' is "${request.value}" on this workload, so its proxy stays an ordinary container`);
    return false;
  }
  if (isNativeByDefault(mesh, kubernetes)) {
    draft.note('NS514', `${name} makes its proxy a native sidecar by default on Kubernetes ${kubernetes.toString()}, so no annotation is needed: check that every node runs that version`);
    return true;
  }
  const newest = nativeSwitch(mesh.facts, mesh.version);
  if (newest === undefined) {
    draft.note('NS514', `${name} adds an ordinary proxy by default; ${howToBeNative(mesh.facts, mesh.version.text)}`);
    return false;
  }
  if (request === undefined && staysAccepted(draft, 'NS514', undefined, `the proxy of ${name} stays as the mesh makes it`)) {
    return false;
  }
  if (request === undefined) {
    draft.add({ kind: 'set', path: [...annotationsPath(draft), newest.key], value: 'true', before: 'spec', rule: 'NS514', why: `makes the proxy of ${name} a native sidecar` });
  }
  return true;
}

function dropIgnored(draft: Draft, mesh: ChosenMesh, annotations: JsonObject): void {
  const setting = { native: true, job: draft.pod.job !== undefined, mesh };
  for (const [key, value] of Object.entries(annotations)) {
    const fact = ignoredAnnotation(key, String(value), setting);
    if (!fact || fact.where !== 'native') {
      continue;
    }
    if (staysAccepted(draft, 'NS606', undefined, `the annotation '${key}' stays`)) {
      continue;
    }
    const path = [...annotationsPath(draft), key];
    const reason = { rule: 'NS606', why: fact.why };
    const rest = fact.part ? fact.part.without(String(value)) : '';
    if (rest === undefined) {
      draft.note('NS506', `remove ${fact.part!.name} from the annotation '${key}': ${fact.why}`);
      continue;
    }
    draft.add(rest === '' ? { kind: 'remove', path, emptied: 'goes', ...reason } : { kind: 'text', path, value: rest, ...reason });
    draft.removed.push(`annotation '${key}'`);
  }
}

/** From the object to the pod's annotations. */
export function annotationsPath(draft: Draft): DataPath {
  return [...draft.specPath.slice(0, -1), 'metadata', 'annotations'];
}
