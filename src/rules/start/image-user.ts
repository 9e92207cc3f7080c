import { DataPlace } from '../../data/path';
import { ImageUser } from '../../knowledge/programs/program';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const imageUser: Rule = {
  id: 'NS107',
  name: 'image-user',
  severity: Severity.ERROR,
  title: 'With runAsNonRoot, a kubelet refuses an image whose user is root or a name',
  why: "A kubelet does not look into the image, so it cannot tell that the user 'memcache' is not root. It refuses to create the container, and the pod stays in CreateContainerConfigError.",
  fix: 'Set runAsUser to a number beside runAsNonRoot.',
  example: {
    wrong: `- name: cache
  image: memcached:1.6.45-alpine
  securityContext: { runAsNonRoot: true }`,
    right: `- name: cache
  image: memcached:1.6.45-alpine
  securityContext: { runAsNonRoot: true, runAsUser: 11211 }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffence[] => ownContainers(context).flatMap(container => {
    if (!mustNotBeRoot(context.pod, container)) {
      return [];
    }
    const user = context.recognition.program(container)?.imageUser?.(context.recognition.run(container));
    return user ? [{ container: container.name, at: atDemand(context.pod, container), message: messageOf(container, user), fix: fixOf(user) }] : [];
  }),
};

/** It may not run as root, and nobody says as whom it runs instead. */
function mustNotBeRoot(pod: Pod, { spec }: PodContainer): boolean {
  const own = spec.securityContext ?? {};
  const shared = pod.spec.securityContext ?? {};
  return (own.runAsNonRoot ?? shared.runAsNonRoot) === true && (own.runAsUser ?? shared.runAsUser) === undefined;
}

/** The field that forbids root: the container's own, or the pod's. */
function atDemand(pod: Pod, container: PodContainer): DataPlace | undefined {
  const isOwn = container.spec.securityContext?.runAsNonRoot !== undefined;
  return isOwn ? atContainer(pod, container, 'securityContext', 'runAsNonRoot') : atPodSpec(pod, 'securityContext', 'runAsNonRoot');
}

function messageOf({ name }: PodContainer, user: ImageUser): string {
  return 'root' in user
    ? `'${name}' must not run as root, but its image does: a kubelet refuses to start it`
    : `'${name}' must not run as root, but its image says its user by the name '${user.name}', which a kubelet cannot check: it refuses to start it`;
}

function fixOf(user: ImageUser): string {
  return user.id === undefined ? 'set runAsUser to a number that the image can work with, or take another image' : `set runAsUser: ${user.id}`;
}
