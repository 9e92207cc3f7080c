import { Attachments, PodAttachments } from './attachments';
import { applyPatches, patchesOf } from './json-patches';
import { attachedTo, lostByPatch } from './patch-losses';
import { templatePathOf } from './pod-template';
import { Written, WrittenPod } from './written';
import { inCallersWords } from '../caller/refusal';
import { formatPath } from '../data/path';
import { wording } from '../data/wording';
import { findTemplates, FoundTemplate } from '../kubernetes/manifest';

/** Applies the user's patches to a manifest with its sidecars. Its pods are found again, because a patch may replace what holds them. */
export function patchWritten({ object }: Attachments, written: Written): Written {
  const patches = patchesOf(object);
  if (patches.length === 0) {
    return written;
  }
  const placed = new Map(written.pods.map(pod => [pod, attachedTo(pod.attached, pod.found)]));
  const manifest = applyPatches(object, written.manifest, patches);
  const { templates, problems } = findTemplates(manifest);
  const byPath = new Map(templates.map(found => [templatePathOf(found), found]));
  const pods: WrittenPod[] = [];
  const unreadable = [...written.unreadable, ...problems.map(problem => problem.message)];
  for (const pod of written.pods) {
    const { path } = pod.attached.template;
    const found = byPath.get(path);
    byPath.delete(path);
    if (found) {
      pods.push({ ...pod, found, forFirstCheck: undefined });
      unreadable.push(...lostByPatch(pod.attached, placed.get(pod)!, found));
    } else if (problems.length === 0) {
      unreadable.push(missingTemplate(pod.attached, templates));
    }
  }
  return { manifest, pods, others: [...byPath.values()], unreadable };
}

/** The problem of a pod that has attachments and is no longer there. */
export function missingTemplate({ owner, template }: PodAttachments, templates: readonly FoundTemplate[]): string {
  const known = templates.map(({ path }) => `'${formatPath(path)}'`).join(', ');
  return `'${owner.workload.node.path}' no longer has the pod template '${template.path}' that sidecars or settings were added to: `
    + (known === '' ? 'restore it' : inCallersWords(wording`restore it, or set 'podTemplate' to one of ${known}`));
}
