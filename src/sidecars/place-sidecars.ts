import { ALL_CONTAINERS } from './connect';
import { sortOwnKeys } from './json';
import { SidecarPart } from './sidecar-part';
import { follow, JsonObject, sameJson } from '../data/json';
import { FoundTemplate } from '../kubernetes/manifest';
import { sortByOrder } from '../kubernetes/order';
import { Finding } from '../rules/engine/finding';
import { connectedTooEarly, mainAsInit, orderCycle, sidecarAsInit, unknownPredecessor } from '../rules/order/order-cycle';
import { duplicateContainer, sameVariables, unknownVolume, variableClash, volumeClash, wrongTarget } from '../rules/platform/name-clash';

/** Adds sidecars, their volumes and their mounts to a pod spec, in place. Returns a finding for each part that has no place in it. */
export function placeSidecars({ manifest, workload, template }: FoundTemplate, parts: readonly SidecarPart[]): Finding[] {
  const spec: { [key: string]: any } = template.spec;
  if (parts.length === 0) {
    return [];
  }
  const misplaced = placeContainers(spec, parts);
  placeMounts(spec, parts);
  return withoutRepetition([
    ...misplaced,
    ...placeVolumes(spec, parts),
    // In a manifest of Kubernetes' own kinds, a rule finds it.
    ...(workload.alwaysHasPod && misplaced.length === 0 ? [] : checkExistingVolumes(manifest, spec, parts)),
    ...checkTargets(spec, parts),
    ...placeEnv(spec, parts),
    ...checkSameEnv(parts),
    ...checkConnected(spec, parts),
  ]);
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
  const isSidecar = (wanted: string) => parts.some(part => part.name === wanted);
  const missing = parts.flatMap(part => part.startsAfterInit
    .filter(wanted => !initNames.includes(wanted))
    .map(wanted => {
      const as = isSidecar(wanted) ? sidecarAsInit : own.includes(wanted) ? mainAsInit : unknownPredecessor;
      return as(part.name, wanted, initNames);
    }));
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

/** A sidecar adds variables and mounts to other containers of its pod only. One wrong name is one mistake, also if the sidecar adds several things under it. */
function checkTargets(spec: JsonObject, parts: readonly SidecarPart[]): Finding[] {
  const names = [...new Set<string>([...spec.containers, ...(spec.initContainers ?? []), ...parts].map(({ name }) => name))];
  return parts.flatMap(part => {
    const { envInApp, mountsInApp, connected } = part;
    const others = names.filter(name => name !== part.name);
    const wanted = new Set([...envInApp, ...mountsInApp].map(({ container }) => container).concat(connected));
    const isWrong = (name: string | undefined): name is string => name !== undefined && name !== ALL_CONTAINERS && !others.includes(name);
    return [...wanted].filter(isWrong).map(name => wrongTarget(part.name, {
      container: name,
      variables: envInApp.filter(({ container }) => container === name).map(variable => variable.name),
      volumes: mountsInApp.filter(({ container }) => container === name).map(({ mount }) => mount.name),
    }, others));
  });
}

function placeMounts(spec: { [key: string]: any }, parts: readonly SidecarPart[]): void {
  parts.forEach(part => part.mountsInApp.forEach(({ container, mount }) => changeContainers(spec, part, container, one => {
    const mounts: JsonObject[] = one.volumeMounts ?? [];
    return mounts.some(existing => sameJson(existing, mount)) ? one : { ...one, volumeMounts: [...mounts, mount] };
  })));
}

/** A variable that the container already has must have the same value: otherwise the app would go past the sidecar. */
function placeEnv(spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  return parts.flatMap(part => part.envInApp.flatMap(({ container, name, value, valueFrom, renamedBy }) => {
    const clashes: Finding[] = [];
    changeContainers(spec, part, container, one => {
      const env: JsonObject[] = one.env ?? [];
      const existing = env.find(variable => variable.name === name);
      const wanted = valueFrom ? { name, valueFrom } : { name, value };
      if (existing && !sameJson(existing, wanted)) {
        clashes.push(variableClash(part.name, one.name, { ...wanted, renamedBy }, existing));
      }
      return existing ? one : { ...one, env: [...env, wanted] };
    });
    return clashes;
  }));
}

/** Two presets of one kind: each is well by itself. */
function checkSameEnv(parts: readonly SidecarPart[]): Finding[] {
  const connecting = parts.filter(({ envInApp }) => envInApp.some(({ renamedBy }) => renamedBy !== undefined));
  return connecting.flatMap(({ name, envInApp }, index) => {
    const other = connecting.slice(0, index).find(before => envInApp.every(added => before.envInApp.some(one => sameJson(one, added))));
    const { renamedBy } = envInApp.find(added => added.renamedBy !== undefined)!;
    return other ? [sameVariables(name, other.name, envInApp.map(variable => variable.name), renamedBy!)] : [];
  });
}

/** An init container that ends before a sidecar starts cannot use it. */
function checkConnected(spec: { [key: string]: any }, parts: readonly SidecarPart[]): Finding[] {
  const names: string[] = (spec.initContainers ?? []).map((init: JsonObject) => init.name);
  return parts.flatMap(part => part.connected
    .filter(name => names.includes(name) && names.indexOf(name) < names.indexOf(part.name))
    .map(name => connectedTooEarly(name, part.name, part.startsAfterInit.includes(name))));
}

function changeContainers(
  spec: { [key: string]: any }, part: SidecarPart, wanted: string | undefined, change: (container: JsonObject) => JsonObject,
): void {
  const names = wanted === ALL_CONTAINERS ? namesOfUsers(spec, part) : [wanted];
  names.filter(name => name !== part.name).forEach(name => changeContainer(spec, name, change));
}

/** The containers that can use a sidecar: all main containers, and the init containers that run after it has started and then end. */
function namesOfUsers(spec: JsonObject, part: SidecarPart): string[] {
  const inits: JsonObject[] = spec.initContainers ?? [];
  const later = inits.slice(inits.findIndex(({ name }) => name === part.name) + 1);
  return [...spec.containers, ...later.filter(({ restartPolicy }) => restartPolicy !== 'Always')].map(({ name }) => name);
}

/** A container that the pod does not have is a finding already. */
function changeContainer(spec: { [key: string]: any }, wanted: string | undefined, change: (container: JsonObject) => JsonObject): void {
  const lists: JsonObject[][] = [spec.containers, spec.initContainers ?? []];
  const list = wanted === undefined ? spec.containers : lists.find(candidates => candidates.some(({ name }) => name === wanted));
  if (list) {
    const index = wanted === undefined ? 0 : list.findIndex(({ name }: JsonObject) => name === wanted);
    const changed = change(list[index]);
    list[index] = changed === list[index] ? changed : sortOwnKeys(changed);
  }
}

/** A clash of a volume that several sidecars bring is one mistake. */
function withoutRepetition(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ message }, index) => findings.findIndex(other => other.message === message) === index);
}
