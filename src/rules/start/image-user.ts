import { DataPlace } from '../../data/path';
import { ImageUser } from '../../knowledge/programs/program';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { securityField } from '../../kubernetes/security-context';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const imageUser: Rule = {
  id: 'NS107',
  name: 'image-user',
  severity: Severity.ERROR,
  title: 'With runAsNonRoot, the kubelet does not start a container whose user is root or a name',
  why: "The kubelet cannot look up a user name such as 'memcache' in the image, so it cannot verify that the user is not root. The field of a pod applies to every container that does not set it, also to injected ones. The kubelet does not create the container, and the pod stays in CreateContainerConfigError.",
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
  check: (context: RuleContext): RuleOffense[] => {
    const mustNotBeRoot = context.pod.containers.filter(container => securityField(context.pod, container, 'runAsNonRoot') === true);
    return mustNotBeRoot.flatMap(container => {
      const given = securityField(context.pod, container, 'runAsUser');
      return given === 0 ? root(context, container) : given === undefined ? userOfImage(context, container) : [];
    });
  },
};

/** Root by its number. An injector that gives a container root, and does not say that it may be, has not reckoned with the field of the pod. */
function root({ pod, mesh }: RuleContext, container: PodContainer): RuleOffense[] {
  const { name } = container;
  return mesh?.injected.includes(name) ? [{
    container: name,
    at: atPodSpec(pod, 'securityContext', 'runAsNonRoot'),
    message: `'${name}' of ${mesh.name} runs as user 0, but the pod sets runAsNonRoot: true, so the kubelet does not start it`,
    fix: `set runAsNonRoot on your containers instead of the pod; if the CNI plugin of ${mesh.name} is installed, pass --mesh ${mesh.name.toLowerCase()}@${mesh.version}+cni`,
  }] : [{
    container: name,
    at: atField(pod, container, 'runAsUser'),
    message: `'${name}' has runAsUser: 0, which is root, and runAsNonRoot: true, so the kubelet does not start it`,
    fix: 'set runAsUser to another ID, or runAsNonRoot: false',
  }];
}

function userOfImage({ pod, mesh, recognition }: RuleContext, container: PodContainer): RuleOffense[] {
  // What an injector adds is its own business, and an image of another name has a user of its own.
  const isUnknown = mesh?.injected.includes(container.name) || recognition.running(container)?.by === 'command';
  const user = isUnknown ? undefined : recognition.imageFacts(container)?.imageUser?.(recognition.run(container));
  return user ? [{ container: container.name, at: atField(pod, container, 'runAsNonRoot'), message: messageOf(container, user), fix: fixOf(user) }] : [];
}

/** A field of the security context: the container's own, or the pod's. */
function atField(pod: Pod, container: PodContainer, field: 'runAsUser' | 'runAsNonRoot'): DataPlace | undefined {
  const isOwn = (container.spec.securityContext?.[field] ?? undefined) !== undefined;
  return isOwn ? atContainer(pod, container, 'securityContext', field) : atPodSpec(pod, 'securityContext', field);
}

function messageOf({ name }: PodContainer, user: ImageUser): string {
  return 'root' in user
    ? `'${name}' must run as non-root, but its image runs as root, so the kubelet does not start it`
    : `'${name}' must run as non-root, but its image specifies the user by the name '${user.name}', which the kubelet cannot verify, so it does not start the container`;
}

function fixOf(user: ImageUser): string {
  return user.id === undefined ? 'set runAsUser to a numeric ID that the image supports, or use another image' : `set runAsUser: ${user.id}`;
}
