import { rootOfMesh } from './root-of-mesh';
import { DataPlace } from '../../data/path';
import { ImageUser } from '../../knowledge/programs/program';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { securityField } from '../../kubernetes/security-context';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const imageUser: Rule = {
  id: 'NS107',
  name: 'image-user',
  severity: Severity.ERROR,
  title: 'With runAsNonRoot, the kubelet does not start a container whose user is root or a name',
  why: "The kubelet cannot look up a user name such as 'memcache' in the image, so it cannot verify that the user is not root. It does not create the container, and the pod stays in CreateContainerConfigError.",
  fix: 'Set runAsUser to a numeric ID other than 0 in addition to runAsNonRoot.',
  example: {
    wrong: `- name: cache
  image: memcached:1.6.45-alpine
  securityContext: { runAsNonRoot: true }`,
    right: `- name: cache
  image: memcached:1.6.45-alpine
  securityContext: { runAsNonRoot: true, runAsUser: 11211 }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => [...ownContainers(context).flatMap(container => {
    const given = securityField(context.pod, container, 'runAsUser');
    if (securityField(context.pod, container, 'runAsNonRoot') !== true || (given !== undefined && given !== 0)) {
      return [];
    }
    if (given === 0) {
      return [{ container: container.name, at: atField(context.pod, container, 'runAsUser'), ...rootText(container) }];
    }
    const running = context.recognition.running(container);
    // An image of another name has a user of its own.
    const user = running?.by === 'command' ? undefined : context.recognition.imageFacts(container)?.imageUser?.(context.recognition.run(container));
    return user ? [{ container: container.name, at: atField(context.pod, container, 'runAsNonRoot'), message: messageOf(container, user), fix: fixOf(user) }] : [];
  }), ...rootOfMesh(context)],
};

/** A field of the security context: the container's own, or the pod's. */
function atField(pod: PodModel, container: PodContainer, field: 'runAsUser' | 'runAsNonRoot'): DataPlace | undefined {
  const isOwn = (container.spec.securityContext?.[field] ?? undefined) !== undefined;
  return isOwn ? atContainer(pod, container, 'securityContext', field) : atPodSpec(pod, 'securityContext', field);
}

function rootText({ name }: PodContainer): Pick<RuleOffense, 'message' | 'fix'> {
  return {
    message: `'${name}' has runAsUser: 0, which is root, and runAsNonRoot: true, so the kubelet does not start it`,
    fix: 'set runAsUser to another ID, or runAsNonRoot: false',
  };
}

function messageOf({ name }: PodContainer, user: ImageUser): string {
  return 'root' in user
    ? `'${name}' must run as non-root, but its image runs as root, so the kubelet does not start it`
    : `'${name}' must run as non-root, but its image specifies the user by the name '${user.name}', which the kubelet cannot verify, so it does not start the container`;
}

function fixOf(user: ImageUser): string {
  return user.id === undefined ? 'set runAsUser to a numeric ID that the image supports, or use another image' : `set runAsUser: ${user.id}`;
}
