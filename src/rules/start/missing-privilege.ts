import { PodContainer } from '../../kubernetes/pod';
import { capabilitiesOf, dropsAllCapabilities, securityField } from '../../kubernetes/security-context';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** What root needs to go on as another user. */
const TO_CHANGE_USER = ['SETGID', 'SETUID'];

export const missingPrivilege: Rule = {
  id: 'NS117',
  name: 'missing-privilege',
  severity: Severity.WARNING,
  title: 'An image must get the privileges that its program needs',
  why: "The entrypoints of nginx, Redis, PostgreSQL and others start as root and change to another user. Without the capabilities SETGID and SETUID that fails with 'Operation not permitted', "
    + 'and the container exits. A Docker daemon needs a privileged container, and a VPN client needs the capability NET_ADMIN.',
  fix: 'Set runAsUser to the user of the image, so that it need not change users, or add the capabilities.',
  example: {
    wrong: `- name: cache
  image: redis:8.2
  securityContext:
    capabilities: { drop: [ALL] }`,
    right: `- name: cache
  image: redis:8.2
  securityContext:
    runAsUser: 999
    capabilities: { drop: [ALL] }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => {
    const { spec: { securityContext } } = container;
    const needs = securityContext?.privileged === true ? undefined : context.recognition.imageNeeds(container);
    if (!needs?.privilege && !needs?.stepsDown) {
      return [];
    }
    const common = { container: container.name, at: atContainer(context.pod, container, 'securityContext', 'capabilities', 'drop') };
    if (needs.privilege === 'privileged' || needs.privilege && !capabilitiesOf(container, 'add').includes(needs.privilege)) {
      return [{ ...common, ...privilegeText(context, container, needs.privilege) }];
    }
    return needs.stepsDown && cannotStepDown(context, container) ? [{ ...common, ...stepDownText(context, container, needs.user) }] : [];
  }),
};

function cannotStepDown({ pod, recognition }: RuleContext, container: PodContainer): boolean {
  const user = securityField(pod, container, 'runAsUser');
  const image = recognition.imageFacts(container)?.imageUser?.(recognition.run(container));
  const isRoot = user === 0 || (user === undefined && image !== undefined && 'root' in image && securityField(pod, container, 'runAsNonRoot') !== true);
  const added = capabilitiesOf(container, 'add');
  return isRoot && dropsAllCapabilities(container) && !added.includes('ALL') && TO_CHANGE_USER.some(capability => !added.includes(capability));
}

function privilegeText({ recognition }: RuleContext, container: PodContainer, privilege: 'privileged' | 'NET_ADMIN'): Pick<RuleOffense, 'message' | 'fix'> {
  const name = recognition.imageFacts(container)?.name;
  return privilege === 'privileged'
    ? { message: `'${container.name}' is not privileged, but ${name} only works in a privileged container`, fix: 'set privileged: true in its securityContext, or use a rootless image' }
    : { message: `'${container.name}' does not add the capability ${privilege}, without which ${name} cannot set up its network`, fix: `add ${privilege} to the capabilities in its securityContext` };
}

function stepDownText({ recognition }: RuleContext, container: PodContainer, known: number | undefined): Pick<RuleOffense, 'message' | 'fix'> {
  const { name, imageUser } = recognition.imageFacts(container)!;
  const id = known ?? imageUser?.(recognition.run(container))?.id ?? 'the user of the image';
  const message = `'${container.name}' starts as root without capabilities, but ${name} must change to another user, so it exits at startup`;
  return { message, fix: `set runAsUser: ${id}, or add the capabilities CHOWN, SETGID and SETUID` };
}
