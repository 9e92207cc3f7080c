import { annotateTemplate } from './annotations';
import { PodAttachments } from './attachments';
import { Joined } from './mesh-join';
import { declaredShutdowns, meshShutdowns } from './stop-times';
import { FoundTemplate } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { annotatedShutdowns, formatShutdowns, SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';
import { Recognition } from '../recognition/recognition';
import { stopTimesOf } from '../rules/engine/stop-times';
import { shutdownsToAnnotate } from '../rules/known-shutdowns';

/**
 * Writes the declared shutdown times on the pod template at which a reader of the YAML would not arrive, so that checking and explaining it agree with synth.
 *
 * The grace period must be written before.
 *
 * @param predicted the pod as it will run
 */
export function writeShutdowns(attached: PodAttachments, found: FoundTemplate, joined: Joined | undefined, predicted: Recognition): void {
  const recognition = joined ? attached.owner.recognize(Pod._of(found)) : predicted;
  const written = recognition.pod;
  const declared = declaredShutdowns(attached, written, joined);
  if (declared.size === 0) {
    return;
  }
  const inMesh = joined ? missingInMesh(predicted, joined, declared) : {};
  const missing = { ...shutdownsToAnnotate(recognition, stopTimesOf(written), declared), ...inMesh };
  if (Object.keys(missing).length > 0) {
    const annotated = Object.fromEntries(annotatedShutdowns(written).seconds);
    const value = formatShutdowns({ ...annotated, ...missing });
    if (value !== '') {
      annotateTemplate(found.template, { [SHUTDOWN_ANNOTATION]: value });
    }
  }
}

/** A reader who names the mesh sees its proxy too, which leaves the app less time. */
function missingInMesh(recognition: Recognition, joined: Joined, declared: ReadonlyMap<string, number>) {
  return shutdownsToAnnotate(recognition, stopTimesOf(recognition.pod, { mesh: meshShutdowns(joined) }), declared);
}
