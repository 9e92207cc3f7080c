import { DEFAULT_CONTAINER } from './annotations';
import { AttachedSidecar } from './attached-sidecar';
import { PodAttachments } from './attachments';
import { ALL_CONTAINERS } from './connect';
import { JsonObject } from '../data/json';
import { FoundTemplate } from '../kubernetes/manifest';
import { SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';

/** What one sidecar gives to one container. */
interface Gift {
  readonly sidecar: string;
  readonly container: string;
  readonly variables: readonly string[];
  readonly mountPaths: readonly string[];
}

/** What synth attached to the containers of a pod, as plain names: patches change the manifest in place. */
export interface AttachedNames {
  readonly inits: readonly string[];
  readonly mains: readonly string[];
  readonly gifts: readonly Gift[];
}

/** What is attached to the containers of a pod before it is patched. */
export function attachedTo({ sidecars }: PodAttachments, found: FoundTemplate): AttachedNames {
  const { inits, mains } = containersOf(found);
  return { inits: namesOf(inits), mains: namesOf(mains), gifts: sidecars.flatMap(sidecar => giftsOf(sidecar, mains, inits)) };
}

/** What patches take away from a pod without a word, in sentences. */
export function lostByPatch(attached: PodAttachments, before: AttachedNames, found: FoundTemplate): string[] {
  const { inits, mains } = containersOf(found);
  const all = [...inits, ...mains];
  const isSidecar = (name: string) => attached.sidecars.some(sidecar => sidecar.name === name);
  const gone = [...before.inits, ...before.mains].filter(name => !isSidecar(name) && !namesOf(all).includes(name));
  return [
    ...removedSidecars(attached, before.inits, namesOf(inits)),
    ...gone.flatMap(name => removedContainer(attached, name, before, found)),
    ...before.gifts.flatMap(gift => removedGift(attached, gift, all)),
  ];
}

/** A patch that replaces the list of init containers would remove the sidecars. */
function removedSidecars(attached: PodAttachments, before: readonly string[], after: readonly string[]): string[] {
  return attached.sidecars.filter(({ name }) => before.includes(name) && !after.includes(name)).map(({ name }) =>
    `${patchOf(attached)} removes the sidecar '${name}': to add an init container, use the path '${listPath(attached, 'initContainers')}/-'`);
}

/** A container that something of the pod still names. */
function removedContainer(attached: PodAttachments, name: string, before: AttachedNames, { template }: FoundTemplate): string[] {
  const annotations: { readonly [key: string]: unknown } = (template as any).metadata?.annotations ?? {};
  const shutdowns = String(annotations[SHUTDOWN_ANNOTATION] ?? '').split(',').map(entry => entry.split('=')[0].trim());
  const uses = [
    ...before.gifts.filter(({ container }) => container === name).map(({ sidecar }) => `sidecar '${sidecar}' is connected to`),
    ...(annotations[DEFAULT_CONTAINER] === name ? [`the annotation '${DEFAULT_CONTAINER}' names`] : []),
    ...(shutdowns.includes(name) ? [`the annotation '${SHUTDOWN_ANNOTATION}' names`] : []),
  ];
  const list = before.mains.includes(name) ? 'containers' : 'initContainers';
  const fix = `to change a container, use paths below it, for example '${listPath(attached, list)}/0/image'; to give it another name, do so where you create it`;
  return uses.length === 0 ? [] : [`${patchOf(attached)} removes the container '${name}', which ${uses.join(', and which ')}: ${fix}`];
}

/** Of several variables, a patch may remove some; without any of them, the container no longer uses the sidecar. */
function removedGift(attached: PodAttachments, { sidecar, container, variables, mountPaths }: Gift, after: readonly JsonObject[]): string[] {
  const target = after.find(({ name }) => name === container);
  const isLeft = (one: JsonObject) => variables.some(name => hasVariable(one, name)) || mountPaths.some(path => hasMount(one, path));
  const given = [...variables, ...mountPaths].join(', ');
  return !target || given === '' || isLeft(target) ? []
    : [`${patchOf(attached)} removes all that sidecar '${sidecar}' adds to the container '${container}' (${given}): patch single fields of the container, or do not connect it`];
}

/** What a sidecar gives to containers that have it. */
function giftsOf(sidecar: AttachedSidecar, mains: readonly JsonObject[], inits: readonly JsonObject[]): Gift[] {
  const { appEnv, appMounts, connected } = sidecar.knownAdditions;
  const isFor = (wanted: string | undefined, name: string) => wanted === ALL_CONTAINERS || (wanted ?? mains[0]?.name) === name;
  return [...mains, ...inits].map(one => ({
    sidecar: sidecar.name,
    container: one.name as string,
    variables: appEnv.filter(({ container, name }) => isFor(container, one.name) && hasVariable(one, name)).map(({ name }) => name),
    mountPaths: appMounts.filter(({ container, mount }) => isFor(container, one.name) && hasMount(one, mount.path)).map(({ mount }) => mount.path),
  })).filter(({ container, variables, mountPaths }) => variables.length > 0 || mountPaths.length > 0 || connected.includes(container));
}

function hasVariable({ env }: JsonObject, wanted: string): boolean {
  return Array.isArray(env) && env.some(variable => variable?.name === wanted);
}

function hasMount({ volumeMounts }: JsonObject, path: string): boolean {
  return Array.isArray(volumeMounts) && volumeMounts.some(mount => mount?.mountPath === path);
}

function containersOf({ template }: FoundTemplate): { readonly inits: readonly JsonObject[]; readonly mains: readonly JsonObject[] } {
  const spec: JsonObject = template.spec as any;
  return { inits: spec.initContainers ?? [], mains: spec.containers ?? [] };
}

function namesOf(containers: readonly JsonObject[]): string[] {
  return containers.map(({ name }) => name as string);
}

function patchOf({ owner }: PodAttachments): string {
  return `a JSON patch of '${owner.workload.node.path}'`;
}

function listPath({ template }: PodAttachments, list: string): string {
  return `/${[...template.path.split('.').filter(step => step !== ''), 'spec', list].join('/')}`;
}
