import { sortOwnKeys } from './json';
import { SidecarPart } from './sidecar-part';
import { follow, JsonObject, sameJson } from '../data/json';
import { sortByOrder } from '../kubernetes/order';
import { Finding } from '../rules/engine/finding';
import { orderCycle, unknownPredecessor } from '../rules/order/order-cycle';
import { duplicateContainer, unknownContainer, unknownVolume, volumeClash } from '../rules/platform/name-clash';

/** Adds sidecars, their volumes and their mounts to a pod spec, in place. Returns a finding for each part that has no place in it. */
export function placeSidecars(manifest: JsonObject, spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  return parts.length === 0 ? [] : [
    ...placeContainers(spec, parts),
    ...placeVolumes(spec, parts),
    ...checkExistingVolumes(manifest, spec, parts),
    ...placeMounts(spec, parts),
    ...placeEnv(spec, parts),
  ];
}

/** Sidecars first, in the order of their construction, then the user's init containers, unless `startsAfter` or `startsAfterInit` changes it. */
function placeContainers(spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  const inits: JsonObject[] = spec.initContainers ?? [];
  const own = [...inits, ...spec.containers].map((container: JsonObject) => container.name as string);
  const names = [...own, ...parts.map(part => part.name)];
  if (new Set(names).size < names.length) {
    return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(duplicateContainer);
  }
  const initNames = inits.map(init => init.name as string);
  const missing = parts.flatMap(part => part.startsAfterInit
    .filter(wanted => !initNames.includes(wanted))
    .map(wanted => unknownPredecessor(part.name, wanted, initNames)));
  if (missing.length > 0) {
    return missing;
  }
  const result = sortByOrder([...parts.map(part => part.container), ...inits] as { readonly name: string }[], [
    ...parts.flatMap(part => [...part.startsAfter, ...part.startsAfterInit].map(after => ({ item: part.name, after }))),
    // The user's own init containers keep their order among themselves.
    ...initNames.slice(1).map((item, index) => ({ item, after: initNames[index] })),
  ]);
  if (result.kind === 'sorted') {
    spec.initContainers = result.items;
  }
  return result.kind === 'cycle' ? [orderCycle(result.cycle)] : [];
}

/** A volume of the same name and the same definition is the same volume. */
function placeVolumes(spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  const problems: Finding[] = [];
  const volumes: JsonObject[] = [...(spec.volumes ?? [])];
  for (const part of parts) {
    for (const volume of part.volumes) {
      const existing = volumes.find(candidate => candidate.name === volume.name);
      if (!existing) {
        volumes.push(volume);
      } else if (!sameJson(existing, volume)) {
        problems.push(volumeClash(volume.name, part.name));
      }
    }
  }
  if (volumes.length > 0) {
    spec.volumes = volumes;
  }
  return problems;
}

function checkExistingVolumes(manifest: JsonObject, spec: JsonObject, parts: readonly SidecarPart[]): Finding[] {
  if (parts.every(part => part.existingVolumes.length === 0)) {
    return [];
  }
  const claims = follow(manifest, ['spec', 'volumeClaimTemplates']);
  const known = [
    ...(spec.volumes ?? []).map((volume: JsonObject) => volume.name as string),
    ...(Array.isArray(claims) ? claims.map(claim => claim?.metadata?.name as string) : []),
  ];
  return parts.flatMap(part => part.existingVolumes
    .filter(volume => !known.includes(volume))
    .map(volume => unknownVolume(volume, part.name, known)));
}

function placeMounts(spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  return parts.flatMap(part => part.mountsInApp.flatMap(({ container, mount }) => changeMain(spec, part, container, main => {
    const mounts: JsonObject[] = main.volumeMounts ?? [];
    return mounts.some(existing => sameJson(existing, mount)) ? main : { ...main, volumeMounts: [...mounts, mount] };
  })));
}

/** A variable that the app has already stays as it is. */
function placeEnv(spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  return parts.flatMap(part => part.envInApp.flatMap(({ container, name, value }) => changeMain(spec, part, container, main => {
    const env: JsonObject[] = main.env ?? [];
    return env.some(existing => existing.name === name) ? main : { ...main, env: [...env, { name, value }] };
  })));
}

function changeMain(
  spec: { [key: string]: any }, part: SidecarPart, container: string | undefined, change: (main: JsonObject) => JsonObject,
): Finding[] {
  const names: string[] = spec.containers.map((candidate: JsonObject) => candidate.name);
  const index = container === undefined ? 0 : names.indexOf(container);
  if (container !== undefined && index < 0) {
    return [unknownContainer(container, part.name, names)];
  }
  const changed = change(spec.containers[index]);
  spec.containers[index] = changed === spec.containers[index] ? changed : sortOwnKeys(changed);
  return [];
}
