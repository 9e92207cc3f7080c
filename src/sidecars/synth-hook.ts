import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Attachments, attachmentsOf, PodAttachments, register } from './attachments';
import { errorsOf } from './check-written';
import { swapClass } from './class-swap';
import { composeManifest } from './compose-manifest';
import { onlyPodObject, renderSteadily } from './pod-objects';
import { rememberWhileSynthesizing } from './synth-memory';
import { Written } from './written';
import { findingText } from '../rules/engine/finding';

/** The attachments of an API object's pod. From now on, synth completes and checks the object. */
export function attachTo(object: ApiObject): PodAttachments {
  return (attachmentsOf(object) ?? hook(object)).pod;
}

/** As `attachTo`, for the only pod of a construct. Throws when there is none, or several. */
export function attachToPodOf(construct: IConstruct, purpose: string): PodAttachments {
  return attachTo(onlyPodObject(construct, purpose));
}

/** The manifest of an API object with everything that is attached to it now. */
export function writtenManifest(attachments: Attachments): Written {
  return attachments.memory.remember(attachments, () => {
    const { object, workload, originalToJson } = attachments;
    return composeManifest(attachments, renderSteadily(workload, () => originalToJson.call(object)));
  });
}

function hook(object: ApiObject): Attachments {
  if (Object.hasOwn(object, 'toJson')) {
    throw new Error(`'${object.node.path}' overrides 'toJson', so synth cannot add anything to it: remove the override and change the object from outside, for example with addJsonPatch`);
  }
  const attachments = new Attachments(object, Object.getPrototypeOf(object).toJson, rememberWhileSynthesizing(object));
  register(attachments);
  swapClass(object, 'attachments', { toJson: self => writtenManifest(attachmentsOf(self)!).manifest });
  attachments.workload.node.addValidation({ validate: () => validate(attachments) });
  return attachments;
}

/** What stops synth: pods that cannot be read, and errors that are not acknowledged. */
function validate(attachments: Attachments): string[] {
  const { unreadable, pods } = writtenManifest(attachments);
  return [...unreadable, ...pods.flatMap(pod => errorsOf(pod).map(findingText))];
}
