import { DataPlace } from '../../data/path';
import { ImageUser } from '../../knowledge/programs/program';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const imageUser: Rule = {
  id: 'NS107',
  name: 'image-user',
  severity: Severity.ERROR,
  title: 'With runAsNonRoot, the kubelet does not start an image whose user is root or a name',
  why: "The kubelet cannot look up a user name such as 'memcache' in the image, so it cannot verify that the user is not root. It does not create the container, and the pod stays in CreateContainerConfigError.",
  fix: 'Set runAsUser to a numeric ID in addition to runAsNonRoot.',
  example: {
    wrong: `- name: cache
  image: memcached:1.6.45-alpine
  securityContext: { runAsNonRoot: true }`,
    right: `- name: cache
  image: memcached:1.6.45-alpine
  securityContext: { runAsNonRoot: true, runAsUser: 11211 }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => {
    if (!mustNotBeRoot(context.pod, container)) {
      return [];
    }
    const user = context.recognition.program(container)?.imageUser?.(context.recognition.run(container));
    return user ? [{ container: container.name, at: atDemand(context.pod, container), message: messageOf(container, user), fix: fixOf(user) }] : [];
  }),
};

/** The manifest forbids root and specifies no user. */
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
    ? `'${name}' must run as non-root, but its image runs as root, so the kubelet does not start it`
    : `'${name}' must run as non-root, but its image specifies the user by the name '${user.name}', which the kubelet cannot verify, so it does not start the container`;
}

function fixOf(user: ImageUser): string {
  return user.id === undefined ? 'set runAsUser to a numeric ID that the image supports, or use another image' : `set runAsUser: ${user.id}`;
}
