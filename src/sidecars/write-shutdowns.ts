import { annotateTemplate } from './annotations';
import { PodAttachments } from './attachments';
import { Joined } from './mesh-join';
import { declaredShutdowns, meshShutdowns } from './stop-times';
import { FoundTemplate } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { annotatedShutdowns, formatShutdowns, SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';
import { stopTimesOf } from '../rules/engine/stop-times';
import { shutdownsToAnnotate } from '../rules/known-shutdowns';

/**
 * Writes the declared shutdown times on the pod template at which a reader of the YAML would not arrive, so that checking and explaining it agree with synth.
 *
 * The grace period must be written before.
 */
export function writeShutdowns(attached: PodAttachments, found: FoundTemplate, joined: Joined | undefined): void {
  const written = Pod._of(found);
  const declared = declaredShutdowns(attached, written, joined);
  if (declared.size === 0) {
    return;
  }
  const inMesh = joined ? untoldInMesh(Pod._of(joined.predict()), joined, declared) : {};
  const untold = { ...shutdownsToAnnotate(written, stopTimesOf(written), declared), ...inMesh };
  if (Object.keys(untold).length > 0) {
    const annotated = Object.fromEntries(annotatedShutdowns(written).seconds);
    const value = formatShutdowns({ ...annotated, ...untold });
    if (value !== '') {
      annotateTemplate(found.template, { [SHUTDOWN_ANNOTATION]: value });
    }
  }
}

/** A reader who names the mesh sees its proxy too, which leaves the app less time. */
function untoldInMesh(pod: Pod, joined: Joined, declared: ReadonlyMap<string, number>) {
  return shutdownsToAnnotate(pod, stopTimesOf(pod, { mesh: meshShutdowns(joined) }), declared);
}
