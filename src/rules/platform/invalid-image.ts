import { follow } from '../../data/json';
import { askImage } from '../../kubernetes/image-of';
import { imageProblem, isImagePlaceholder } from '../../kubernetes/image-reference';
import { PodModel } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, PlacedOffense, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const invalidImage: Rule = {
  id: 'NS612',
  name: 'invalid-image',
  severity: Severity.ERROR,
  title: 'A container with an invalid image reference never starts',
  why: 'The API server rejects a container without an image. The kubelet cannot pull an image whose reference is not valid: the container stays in InvalidImageName, and if it is a sidecar, the app never starts.',
  fix: 'Write the reference as registry/repository:tag, without blanks, and the repository in lower case.',
  example: {
    wrong: `- name: proxy
  restartPolicy: Always
  image: ghcr.io/Acme/Proxy:1.4.2`,
    right: `- name: proxy
  restartPolicy: Always
  image: ghcr.io/acme/proxy:1.4.2`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => {
    const offense = askImage(container.spec, problemOf) === undefined ? undefined : invalidImageOffense(container.name, container.spec.image);
    return !offense || isFilledIn(context.pod, container.spec.image) ? [] : [{ ...offense, at: atContainer(context.pod, container, 'image') }];
  }),
};

/** The offense of a container with an invalid image; undefined when the image is valid, or a placeholder. */
export function invalidImageOffense(container: string, image: unknown): PlacedOffense | undefined {
  const problem = problemOf(image);
  return problem === undefined ? undefined : {
    container,
    message: `the image '${image}' of '${container}' is not a valid reference, because ${problem}, so the container never starts`,
    fix: 'write it as registry/repository:tag, for example ghcr.io/acme/proxy:1.4.2',
  };
}

function problemOf(image: unknown): string | undefined {
  return typeof image !== 'string' || isImagePlaceholder(image) ? undefined : imageProblem(image);
}

/** OpenShift writes the image of a container that has a blank one, or that an image trigger names. Where all are blank, another tool, such as an operator, writes them. */
function isFilledIn({ kind, manifest, containers }: PodModel, image: string): boolean {
  const isBlank = (text: unknown) => typeof text === 'string' && text.trim() === '';
  const areAllBlank = () => containers.length > 1 && containers.every(({ spec }) => isBlank(spec.image));
  return isBlank(image) && (kind === 'DeploymentConfig' || follow(manifest, ['metadata', 'annotations', 'image.openshift.io/triggers']) !== undefined || areAllBlank());
}
