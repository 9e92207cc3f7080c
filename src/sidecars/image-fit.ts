import { cleanJson } from './json';
import { NativeSidecarProps } from './native-sidecar-props';
import { JsonObject } from '../data/json';
import { remembering } from '../data/remember';
import { appImageOf, programOfImage } from '../knowledge/known-programs';
import { ImageNeeds } from '../knowledge/programs/program';
import { PodModel } from '../kubernetes/pod';
import { unwritableFolders } from '../kubernetes/security-context';
import { Recognition } from '../recognition/recognition';

/** Marks the props of a preset, which gives its program everything that it needs. */
export const IS_PRESET = Symbol('preset');

/** What is left to be fitted to the image of a sidecar. */
export interface ImageFit {
  /** A preset has fitted everything already. */
  readonly isPreset: boolean;
  /** The user decided whether the root filesystem is read-only. */
  readonly rootIsExplicit: boolean;
}

/** Shared by all sidecars for which everything is left, as it is for most. */
const EVERYTHING: ImageFit = { isPreset: false, rootIsExplicit: false };

/** What the user, or a preset, leaves to be fitted to the image. */
export function imageFit(props: NativeSidecarProps & { readonly [IS_PRESET]?: boolean }): ImageFit {
  const isPreset = props[IS_PRESET] === true;
  const rootIsExplicit = (props.securityContext?.readOnlyRootFilesystem ?? undefined) !== undefined;
  return isPreset || rootIsExplicit ? { isPreset, rootIsExplicit } : EVERYTHING;
}

/** The user that an image is made for; undefined when that is not known. */
export function userOfImage(image: string): number | undefined {
  const known = recognized({ name: 'sidecar', image });
  return known?.recognition.imageFacts(known.container)?.imageUser?.(known.recognition.run(known.container))?.id ?? known?.needs?.user;
}

/** A container, and the volumes that its pod needs for it. */
export interface FittedContainer {
  readonly container: JsonObject;
  readonly volumes: readonly JsonObject[];
}

/** A container with a root filesystem and volumes that fit its image, and the volumes that the pod needs for that. */
export function fitToImage(container: JsonObject, { isPreset, rootIsExplicit }: ImageFit): FittedContainer {
  const isReadOnly = container.securityContext?.readOnlyRootFilesystem === true;
  const needs = isReadOnly && !isPreset ? needsOf(container) : undefined;
  if (!needs) {
    return { container, volumes: [] };
  }
  if (!rootIsExplicit && needs.ownFolder && unwritableFolders(container.volumeMounts, [needs.ownFolder]).length > 0) {
    return { container: cleanJson({ ...container, securityContext: { ...container.securityContext, readOnlyRootFilesystem: false } }), volumes: [] };
  }
  const folders = unwritableFolders(container.volumeMounts, needs.folders ?? []);
  const mounts = folders.map(mountPath => ({ name: volumeName(container.name, mountPath), mountPath }));
  return {
    container: mounts.length === 0 ? container : cleanJson({ ...container, volumeMounts: [...(container.volumeMounts ?? []), ...mounts] }),
    volumes: mounts.map(({ name }) => ({ emptyDir: {}, name })),
  };
}

/** What a known image needs with this command, these variables and these mounts. */
function needsOf(container: JsonObject): ImageNeeds | undefined {
  const { image, command, args, env, envFrom, volumeMounts } = container;
  if (!programOfImage(image) && !appImageOf(image)) {
    return undefined;
  }
  return needsOfText(JSON.stringify({ image, command, args, env, envFrom, volumeMounts }));
}

/** The same sidecar comes back in many workloads. */
const needsOfText = remembering(text => recognized({ name: 'sidecar', ...JSON.parse(text) })?.needs, 2 ** 16);

/** Recognizes a container with a known image. Most images are not known, so that this costs them nothing. */
function recognized(spec: JsonObject): { readonly recognition: Recognition; readonly container: PodModel['containers'][0]; readonly needs?: ImageNeeds } | undefined {
  if (!programOfImage(spec.image) && !appImageOf(spec.image)) {
    return undefined;
  }
  const pod = PodModel.fromManifest({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [spec] } });
  const recognition = new Recognition(pod);
  const [container] = pod.containers;
  return { recognition, container, needs: recognition.imageNeeds(container) };
}

/** The name of the volume for a folder: at most 63 characters, as for every volume. */
function volumeName(sidecar: string, folder: string): string {
  return `${sidecar.slice(0, 30)}${folder.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 63).replace(/(?<!-)-+$/, '');
}
