import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Attachments, attachmentsOf, PodAttachments, register } from './attachments';
import { errorText } from './check-pod';
import { errorsOf } from './check-written';
import { swapClass } from './class-swap';
import { composeManifest } from './compose-manifest';
import { renderUnpatched } from './json-patches';
import { keepOriginalToJson, originalToJson } from './plain-manifest';
import { onlyPodObject } from './pod-objects';
import { choosePodTemplate } from './pod-template';
import { renderObject } from './quick-render';
import { rememberWhileSynthesizing } from './watch-synth';
import { podOf, Written, WrittenPod } from './written';
import { writtenAlike } from './written-alike';
import { inCallersWords, memberName, refusal } from '../caller/refusal';
import { wording } from '../data/wording';

/**
 * The attachments of the only pod of a construct. From now on, synth completes and checks the pod.
 *
 * Throws when the construct has no pod, or several.
 *
 * @param purpose the subject of the error message, for example `sidecar 'proxy'`
 * @param podTemplate the path of the pod template, for an object with several
 */
export function attachToPodOf(construct: IConstruct, purpose: string, podTemplate?: string): PodAttachments {
  const object = onlyPodObject(construct, purpose);
  const template = choosePodTemplate(object, purpose, podTemplate ?? undefined);
  return (attachmentsOf(object) ?? hook(object)).podAt(template);
}

/** The manifest of an API object with everything that is attached to it now. */
export function writtenManifest(attachments: Attachments): Written {
  return attachments.memory.remember(attachments, () => {
    const { object, workload } = attachments;
    const [problem] = missingContainers(workload);
    if (problem !== undefined) {
      throw new Error(problem);
    }
    return writtenAlike(attachments, {
      render: () => renderUnpatched(object, () => renderObject(object, originalToJson(object))),
      compose: manifest => composeManifest(attachments, manifest),
    });
  });
}

/** The problem of a cdk8s-plus workload that still has no container: cdk8s-plus cannot render it. */
function missingContainers(workload: IConstruct): string[] {
  const { containers, addContainer } = workload as { readonly containers?: unknown; readonly addContainer?: unknown };
  return typeof addContainer === 'function' && Array.isArray(containers) && containers.length === 0 ? [inCallersWords(wording`'${workload.node.path}' has no containers: set 'containers', or call 'addContainer'`)] : [];
}

function hook(object: ApiObject): Attachments {
  if (Object.hasOwn(object, 'toJson')) {
    throw refusal`'${object.node.path}' overrides 'toJson', so synth cannot add anything to it: remove the override and change the object from outside, for example with ${memberName('addJsonPatch')}`;
  }
  const attachments = new ValidatedAttachments(object, rememberWhileSynthesizing(object));
  register(attachments);
  const { toJson } = object;
  swapClass(object, 'attachments', { toJson: self => writtenManifest(attachmentsOf(self)!).manifest });
  keepOriginalToJson(object, toJson);
  attachments.workload.node.addValidation(attachments);
  return attachments;
}

class ValidatedAttachments extends Attachments {
  /** What stops synth: pods that cannot be read, and errors that are not acknowledged. */
  public validate(): string[] {
    const missing = missingContainers(this.workload);
    if (missing.length > 0) {
      return missing;
    }
    const { unreadable, pods } = writtenManifest(this);
    return [...this.misplacedSidecars(), ...unreadable, ...pods.flatMap(errorTexts)];
  }

  /** Sidecars whose scope is the workload are validated here: a list of validations for each of them would be larger than all that the sidecar is made of. */
  private misplacedSidecars(): string[] {
    // As long as the workload has its object, there is exactly one.
    if (this.workload === this.object || this.workload.node.tryFindChild(this.object.node.id) === this.object) {
      return [];
    }
    const inside = this.pods.flatMap(({ sidecars }) => sidecars.filter(({ construct }) => construct.node.scope === this.workload));
    return inside.flatMap(sidecar => sidecar.validate());
  }
}

function errorTexts(written: WrittenPod): string[] {
  const errors = errorsOf(written);
  // Most pods have no error, and this is asked once for each chart.
  return errors.length > 0 ? errors.map(finding => errorText(podOf(written), finding)) : [];
}
