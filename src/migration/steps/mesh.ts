import { isObject, JsonObject } from '../../data/json';
import { DataPath } from '../../data/path';
import { isNativeByDefault, nativeSwitch } from '../../knowledge/meshes/mesh-facts';
import { saysInMesh } from '../../knowledge/meshes/opt-in';
import { ChosenMesh } from '../../knowledge/meshes/prediction';
import { vainAnnotation } from '../../knowledge/meshes/vain-annotations';
import { Draft } from '../draft';

const PROXY_CONFIG = 'proxy.istio.io/config';
const HOLD = 'holdApplicationUntilProxyStarts';

/** Switches the proxy of the mesh that the user named to native, and takes away what is in vain then. Without a name nothing of a mesh is changed. */
export function migrateMesh(draft: Draft): void {
  const { mesh } = draft.options;
  if (!mesh || saysInMesh(mesh.facts, draft.pod.metadata) !== true) {
    return;
  }
  const name = `${mesh.facts.name} ${mesh.version.text}`;
  const annotations: JsonObject = isObject(draft.pod.metadata.annotations) ? draft.pod.metadata.annotations : {};
  if (isNativeByDefault(mesh.facts, mesh.version, draft.options.kubernetes)) {
    draft.note('NS514', `${name} makes its proxy native by itself on Kubernetes ${draft.options.kubernetes.toString()}, so no annotation is needed: check that every node has that version`);
  } else if (!switchOn(draft, mesh, name, annotations)) {
    return;
  }
  draft.isMeshNative = true;
  dropVain(draft, mesh, annotations);
}

/** Writes the mesh's own switch; tells whether the proxy will be native. */
function switchOn(draft: Draft, mesh: ChosenMesh, name: string, annotations: JsonObject): boolean {
  const key = nativeSwitch(mesh.facts, mesh.version);
  if (key === undefined) {
    draft.note('NS514', `${name} has no switch for one workload: make its proxy native in the mesh's own installation`);
    return false;
  }
  if (String(annotations[key]) === 'false') {
    draft.note('NS514', `'${key}' says "false" on this workload: somebody wants an ordinary proxy here, so it stays`);
    return false;
  }
  if (String(annotations[key]) !== 'true') {
    draft.add({ kind: 'set', path: [...annotationsPath(draft), key], value: 'true', before: 'spec', rule: 'NS514', why: `makes the proxy of ${name} a native sidecar` });
  }
  return true;
}

function dropVain(draft: Draft, mesh: ChosenMesh, annotations: JsonObject): void {
  const setting = { native: true, job: draft.pod.job !== undefined, version: mesh.version };
  for (const [key, value] of Object.entries(annotations)) {
    const fact = vainAnnotation(key, String(value), setting);
    if (!fact || fact.where !== 'native') {
      continue;
    }
    const path = [...annotationsPath(draft), key];
    const reason = { rule: 'NS606', why: fact.why };
    const rest = key === PROXY_CONFIG ? withoutHold(String(value)) : '';
    if (rest === undefined) {
      draft.note('NS506', `take ${HOLD} out of the annotation '${key}': ${fact.why}`);
      continue;
    }
    draft.add(rest === '' ? { kind: 'remove', path, emptied: 'goes', ...reason } : { kind: 'text', path, value: rest, ...reason });
    draft.removed.push(`annotation '${key}'`);
  }
}

/** The proxy's configuration without the one key; undefined when that cannot be told line by line. */
function withoutHold(text: string): string | undefined {
  if (text.trimStart().startsWith('{')) {
    return withoutHoldInJson(text);
  }
  const lines = text.split('\n');
  const rest = lines.filter(line => !new RegExp(`^\\s*["']?${HOLD}["']?\\s*:\\s*["']?(true|false)["']?\\s*$`).test(line));
  return rest.length < lines.length ? (rest.every(line => line.trim() === '') ? '' : rest.join('\n')) : undefined;
}

function withoutHoldInJson(text: string): string | undefined {
  try {
    const { [HOLD]: _, ...rest } = JSON.parse(text);
    return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  } catch {
    return undefined;
  }
}

/** From the object to the pod's annotations. */
export function annotationsPath(draft: Draft): DataPath {
  return [...draft.specPath.slice(0, -1), 'metadata', 'annotations'];
}
