import * as kplus from 'cdk8s-plus-28';
import { Decided } from './decided';
import { addedArgs } from './extra-args';
import { addedVariables } from './extra-variables';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';
import { PresetProps } from '../preset-props';

/** What the user adds to a preset. */
export interface Additions {
  readonly props: PresetProps;
  readonly decided: Decided;
}

/** Marks the props of a sidecar to which the user's additions still belong. */
export const ADDITIONS = Symbol('additions');

type Added = NativeSidecarProps & { readonly [ADDITIONS]?: Additions };

/** The props of a sidecar with the user's arguments, variables and volumes. Refuses those that contradict what the preset decides. */
export function withAdditions(subject: string, sidecar: Added): NativeSidecarProps {
  const added = sidecar[ADDITIONS];
  if (!added) {
    return sidecar;
  }
  const { props, decided } = added;
  const args = addedArgs(subject, sidecar.args ?? [], props.extraArgs ?? [], decided);
  return {
    ...sidecar,
    args: args.length > 0 ? args : undefined,
    envVariables: addedVariables(subject, sidecar, props.envVariables ?? {}, decided),
    envFrom: [...sidecar.envFrom ?? [], ...props.envFrom ?? []],
    volumeMounts: [...sidecar.volumeMounts ?? [], ...props.volumeMounts ?? []],
  };
}

/** The mounts of volumes that the pod already has. */
export function existingMounts(sidecar: Added): { readonly volume: string; readonly path: string; readonly options: kplus.MountOptions }[] {
  return (sidecar[ADDITIONS]?.props.existingVolumes ?? []).map(({ volume, path, ...options }) => ({ volume, path, options }));
}
