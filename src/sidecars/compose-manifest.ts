import { writeAcknowledgments } from './annotations';
import { Attachments, PodAttachments } from './attachments';
import { completePod, ComposedPod, composePod } from './compose-pod';
import { missingTemplate, patchWritten } from './patch-written';
import { templatePathOf } from './pod-template';
import { Written } from './written';
import { findTemplates } from '../kubernetes/manifest';

/** Writes everything that is attached to an API object into its manifest, which is changed in place, and then applies the user's patches. */
export function composeManifest(attachments: Attachments, manifest: any): Written {
  const { templates, problems } = findTemplates(manifest);
  const byPath = new Map(templates.map(found => [templatePathOf(found), found]));
  const composed: ComposedPod[] = [];
  const missing: PodAttachments[] = [];
  for (const attached of attachments.pods) {
    const found = byPath.get(attached.template.path);
    if (found) {
      composed.push(composePod(attached, found));
      byPath.delete(attached.template.path);
    } else {
      missing.push(attached);
    }
  }
  writeAcknowledgments(manifest, reasonsOf(attachments, composed));
  const unreadable = [...problems.map(problem => problem.message), ...composed.flatMap(({ wrongChanges }) => wrongChanges)];
  // A template that cannot be read is a problem already.
  if (problems.length === 0) {
    unreadable.push(...missing.map(attached => missingTemplate(attached, templates)));
  }
  const pods = composed.map(completePod);
  const others = byPath.size > 0 ? [...byPath.values()] : NONE;
  return patchWritten(attachments, { manifest, pods, others, unreadable });
}

/** Shared by all workloads without other templates. */
const NONE: readonly never[] = [];

/** Why findings are accepted: the reason why a sidecar has no gate acknowledges NS101. */
function reasonsOf(attachments: Attachments, composed: readonly ComposedPod[]): ReadonlyMap<string, string> {
  const reasons = new Map(attachments.acknowledgments);
  const ungated = composed.flatMap(({ attached }) => attached.sidecars).filter(sidecar => sidecar.reasonForNoGate !== undefined);
  if (ungated.length > 0 && !reasons.has('NS101')) {
    reasons.set('NS101', ungated.map(sidecar => `${sidecar.name}: ${sidecar.reasonForNoGate}`).join('; '));
  }
  return reasons;
}
