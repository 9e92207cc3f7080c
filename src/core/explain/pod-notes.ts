import { notesOnGates } from './gate-notes';
import { PodModel } from '../../kubernetes/pod';
import { RuleContext } from '../../rules/engine/rule';
import { notesOnUnknown } from '../../rules/platform/unknown-field';
import { notesOnAdmission } from '../../rules/rejections';
import { notesOnEnvFiles } from '../../rules/start/env-file-without-writer';
import { World } from '../world';

/** What is known and what is assumed, as sentences. */
interface PodNotes {
  readonly known: string[];
  readonly assumptions: string[];
}

/**
 * What is known and assumed about a pod before its programs run: about the API server, the mesh, and what the manifest leaves open.
 *
 * @param context the pod as an explanation shows it
 * @param pod the pod as it is in the manifest
 * @param file its file
 */
export function notesOnPod(context: RuleContext, pod: PodModel, file: string, world: World): PodNotes {
  const [admission, mesh] = [notesOnAdmission(world.contextOf(pod, file)), world.notesOnMesh(pod, file)];
  return {
    known: [...admission.known, ...mesh.known],
    assumptions: [
      ...admission.assumptions,
      ...notesOnUnknown(pod),
      ...notesOnEnvFiles(context),
      ...mesh.assumptions,
      ...notesOnGates(pod, context.kubernetes),
    ],
  };
}
