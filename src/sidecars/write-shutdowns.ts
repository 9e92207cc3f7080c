import { annotateTemplate } from './annotations';
import { PodAttachments } from './attachments';
import { patchesOf } from './json-patches';
import { Joined } from './mesh-join';
import { countedShutdowns, declaredShutdowns, meshShutdowns } from './stop-times';
import { RecognizedPod } from './written';
import { FoundTemplate } from '../kubernetes/manifest';
import { PodModel } from '../kubernetes/pod';
import { annotatedShutdowns, formatShutdowns, SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';
import { Recognition } from '../recognition/recognition';
import { stopTimesOf } from '../rules/engine/stop-times';
import { tightDeadline } from '../rules/jobs/tight-deadline';
import { shutdownsToAnnotate, uncountedShutdowns } from '../rules/known-shutdowns';
import { needsAllStopTimes } from '../rules/stop/grace-period-too-short';

/**
 * Writes the declared shutdown times on the pod template at which a reader of the YAML would not arrive, so that checking and explaining it agree with synth.
 *
 * The grace period must be written before.
 *
 * @param predicted the pod as it will run, with its stop times
 */
export function writeShutdowns(attached: PodAttachments, found: FoundTemplate, joined: Joined | undefined, predicted: RecognizedPod): void {
  if (attached.sidecars.length === 0 && attached.settings.shutdownSeconds === undefined) {
    return;
  }
  const recognition = joined ? attached.owner.recognize(PodModel._of(found)) : predicted.recognition;
  const written = recognition.pod;
  if (everyTimeCounts(attached, joined, predicted)) {
    return annotate(found, written, uncountedShutdowns(recognition, stopTimesOf(written), countedShutdowns(attached, recognition, joined)));
  }
  const declared = declaredShutdowns(attached, written, joined);
  if (declared.size === 0) {
    return;
  }
  const inMesh = joined ? missingInMesh(predicted.recognition, joined, declared) : {};
  annotate(found, written, { ...shutdownsToAnnotate(recognition, stopTimesOf(written), declared), ...inMesh });
}

/** Whether rules about the grace period and the deadline need every time, also one that a reader would assume. A patch may still shorten both. */
function everyTimeCounts(attached: PodAttachments, joined: Joined | undefined, { recognition, stops }: RecognizedPod): boolean {
  const { pod } = recognition;
  const context = { pod, kubernetes: attached.kubernetes, stops, mesh: joined?.context, recognition };
  return patchesOf(attached.owner.object).length > 0 || needsAllStopTimes(context) || tightDeadline.check(context).length > 0;
}

function annotate(found: FoundTemplate, written: PodModel, missing: { readonly [container: string]: number }): void {
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
