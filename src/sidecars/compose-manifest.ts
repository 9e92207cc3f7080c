import { writeAcknowledgments } from './annotations';
import { Attachments, PodAttachments } from './attachments';
import { completePod, ComposedPod, composePod } from './compose-pod';
import { Written } from './written';
import { formatPath } from '../data/path';
import { describeManifest, findTemplates, FoundTemplate } from '../kubernetes/manifest';

/** Writes everything that is attached to an API object into its manifest, which is changed in place. */
export function composeManifest(attachments: Attachments, manifest: any): Written {
  const { templates, problems } = findTemplates(manifest);
  const [found] = templates;
  // What is attached is for one pod, and the manifest does not tell for which of several.
  const composed = templates.length === 1 ? [composePod(attachments.pod, found)] : [];
  writeAcknowledgments(manifest, reasonsOf(attachments, composed));
  const unreadable = [...problems.map(problem => problem.message), ...(templates.length > 1 ? [severalTemplates(templates)] : [])];
  return { manifest, pods: composed.map(completePod), unreadable };
}

function severalTemplates(templates: readonly FoundTemplate[]): string {
  const paths = templates.map(({ path }) => `'${formatPath(path)}'`).join(', ');
  return `${describeManifest(templates[0].manifest)} has ${templates.length} pod templates, at ${paths}: sidecars, meshes and lifecycle options need a workload with one pod template`;
}

/** Why findings are accepted: a sidecar that says why it has no gate accepts NS101 by that. */
function reasonsOf(attachments: Attachments, composed: readonly ComposedPod[]): ReadonlyMap<string, string> {
  const reasons = new Map(attachments.acknowledgments);
  const ungated = composed.flatMap(({ attached }: { attached: PodAttachments }) => attached.sidecars)
    .filter(sidecar => sidecar.reasonForNoGate !== undefined);
  if (ungated.length > 0 && !reasons.has('NS101')) {
    reasons.set('NS101', ungated.map(sidecar => `${sidecar.name}: ${sidecar.reasonForNoGate}`).join('; '));
  }
  return reasons;
}
