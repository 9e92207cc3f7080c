import { grouped } from '../data/grouped';
import { JsonObject } from '../data/json';
import type { PodContainer } from '../kubernetes/pod';

/** A folder or a file of a volume. */
export interface VolumePlace {
  readonly volume: string;
  /** From the volume to it; empty for the volume itself. */
  readonly inside: string;
}

/** A folder of a volume as one container sees it. */
export interface MountedFolder extends VolumePlace {
  /** The folder, whoever sees it: what two containers have in common has one place. */
  readonly place: string;
  readonly container: PodContainer;
  readonly path: string;
  readonly readOnly: boolean;
}

/** What a mount of a container shows. */
export function mountedFolder(container: PodContainer, mount: JsonObject): MountedFolder {
  const [volume, inside] = [String(mount.name), insideOf(mount)];
  return { volume, inside, place: `${volume}:${inside}`, container, path: String(mount.mountPath), readOnly: mount.readOnly === true };
}

/** The path in its volume that a mount shows. One with variables is known only when the pod runs: it stands for itself. */
export function insideOf({ subPath, subPathExpr }: JsonObject): string {
  const told: unknown = subPathExpr ?? subPath;
  return typeof told === 'string' ? cleanPath(told) : '';
}

/** Whether only a running pod shows which folder of its volume a mount is. */
export function isUnknown(mount: JsonObject): boolean {
  return hasVariable(insideOf(mount));
}

function hasVariable(path: string): boolean {
  return path.includes('$(');
}

/** A path without what adds nothing to it. */
export function cleanPath(path: string): string {
  return path.split('/').filter(part => part !== '' && part !== '.').join('/');
}

/** Whether a mount shows a place of a volume, or a part of it. */
export function hasPlace(mount: JsonObject, { volume, inside }: VolumePlace): boolean {
  const own = insideOf(mount);
  return mount.name === volume && (lies(inside, own) || lies(own, inside));
}

/** Whether one path of a volume is another one, or lies below it. */
function lies(path: string, above: string): boolean {
  return above === '' || path === above || path.startsWith(`${above}/`);
}

/** No pod has more folders in one volume, and each is looked for in all mounts of the volume. */
const MAX_INNER = 50;

/** The folders of mounts, and for each one that shows more of a volume also the folders in it that others mount. */
export function withInnerFolders(mounts: readonly MountedFolder[]): readonly MountedFolder[] {
  if (mounts.every(({ inside }) => inside === '')) {
    return mounts;
  }
  const byVolume = grouped(mounts, ({ volume }) => volume);
  const folders = new Map([...byVolume].map(([volume, all]) => [volume, [...new Set(all.map(({ inside }) => inside))].slice(0, MAX_INNER)]));
  return mounts.flatMap(mount => [mount, ...folders.get(mount.volume)!.filter(inside => isBelow(inside, mount)).map(inside => inner(mount, inside))]);
}

/** Whether a mount shows a folder below its own, of which the path is known before the pod runs. */
function isBelow(inside: string, mount: MountedFolder): boolean {
  return inside !== mount.inside && lies(inside, mount.inside) && !hasVariable(restOf(inside, mount));
}

function restOf(inside: string, mount: MountedFolder): string {
  return mount.inside === '' ? inside : inside.slice(mount.inside.length + 1);
}

function inner(mount: MountedFolder, inside: string): MountedFolder {
  return { ...mount, inside, place: `${mount.volume}:${inside}`, path: `${mount.path.replace(/(?<!\/)\/+$/, '')}/${restOf(inside, mount)}` };
}
