import { pathOf } from './commands';
import { relative } from './file-ties';
import { PodView } from './pod-view';
import { Recognition } from './recognition';
import { CONFIGURATION, UnclearTie } from './unclear-tie';
import { follow, JsonObject, listOf } from '../data/json';
import { DataPath } from '../data/path';
import { PodContainer } from '../kubernetes/pod';

/** Two containers, of which one may be the helper. */
type Pair = Pick<UnclearTie, 'from' | 'to'>;

/** In larger pods nothing is tried: each try looks at the whole pod. */
const MOST_TRIED = 8;

/** What would decide about a tie by a volume, as a part of a sentence: only a read-only mount with which the same look at the pod finds the helper, and that is not there already. */
export function readOnlyWouldClear(view: PodView, pair: Pair, volume: string, readers: readonly PodContainer[] = [pair.from, pair.to]): string {
  const deciding = readers.filter(reader => canWrite(reader, volume) && decides(view, pair, reader, spec => ({
    ...spec, volumeMounts: listOf(spec.volumeMounts).map(mount => mount.name === volume ? { ...mount, readOnly: true } : mount),
  })));
  return orConfiguration(deciding.length === 0 ? undefined : `a read-only mount in ${deciding.map(({ name }) => `'${name}'`).join(' or in ')}`);
}

/** The same for a setting of one container with a file that the other one is told. */
export function settingWouldClear(view: PodView, told: PodContainer, other: PodContainer, volume: string, file: string): string {
  const [from, to] = [told, other].map(container => listOf(container.spec.volumeMounts).find(({ name }) => name === volume)?.mountPath);
  const value = `${String(to).replace(/(?<!\/)\/+$/, '')}${relative(file, String(from))}`;
  const isDecided = decides(view, { from: told, to: other }, other, spec => ({ ...spec, env: [...listOf(spec.env), { name: 'FILE', value }] }));
  return orConfiguration(isDecided ? `a setting of '${other.name}' with that file` : undefined);
}

function orConfiguration(what: string | undefined): string {
  return what === undefined ? CONFIGURATION : `${what}, or ${CONFIGURATION}`;
}

function canWrite({ spec }: PodContainer, volume: string): boolean {
  return listOf(spec.volumeMounts).some(({ name, readOnly }) => name === volume && readOnly !== true);
}

/** Whether one of two is found to be a helper once a container is changed. */
function decides({ recognition, runners }: PodView, { from, to }: Pair, container: PodContainer, change: (spec: JsonObject) => JsonObject): boolean {
  const { pod, surroundings, ownPrograms } = recognition;
  const path = pod._pathTo(pathOf(pod, container));
  // What an injector adds is not in the manifest, and moves the others.
  const isThere = follow(pod.manifest, [...path, 'name']) === container.name;
  const then = runners.length > MOST_TRIED || !isThere ? undefined : pod._in(withChange(pod.manifest, path, change));
  const found = then && new Recognition(then, surroundings, ownPrograms);
  return found !== undefined && [from, to].some(({ name }) => found.helper(name) !== undefined);
}

/** A value in which one object is changed. */
function withChange(value: any, [step, ...rest]: DataPath, change: (spec: JsonObject) => JsonObject): any {
  if (step === undefined) {
    return change(value);
  }
  const changed = withChange(value?.[step], rest, change);
  return Array.isArray(value) ? value.map((item, index) => index === step ? changed : item) : { ...value, [step]: changed };
}
