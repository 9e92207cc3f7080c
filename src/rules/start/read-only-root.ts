import { PodContainer } from '../../kubernetes/pod';
import { unwritableFolders } from '../../kubernetes/security-context';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const readOnlyRoot: Rule = {
  id: 'NS116',
  name: 'read-only-root',
  severity: Severity.WARNING,
  title: 'With a read-only root filesystem, a program needs a volume where it writes',
  why: 'With readOnlyRootFilesystem: true, a container can only write to its volumes. A program that cannot create its PID file, its socket or its temporary files exits at startup, '
    + 'or fails when it first writes. A sidecar that never starts holds back the app.',
  fix: 'Mount an emptyDir volume at each folder that the program writes, or set readOnlyRootFilesystem: false.',
  example: {
    wrong: `- name: web
  image: nginxinc/nginx-unprivileged:1.28
  securityContext: { readOnlyRootFilesystem: true }`,
    right: `- name: web
  image: nginxinc/nginx-unprivileged:1.28
  securityContext: { readOnlyRootFilesystem: true }
  volumeMounts:
  - { name: tmp, mountPath: /tmp }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context)
    .filter(({ spec }) => spec.securityContext?.readOnlyRootFilesystem === true)
    .flatMap(container => offense(context, container)),
};

function offense({ pod, recognition }: RuleContext, container: PodContainer): RuleOffense[] {
  const needs = recognition.imageNeeds(container);
  const folders = unwritableFolders(container.spec.volumeMounts, [...(needs?.folders ?? []), ...(needs?.ownFolder ? [needs.ownFolder] : [])]);
  if (folders.length === 0) {
    return [];
  }
  const holdsFiles = needs?.ownFolder !== undefined && folders.includes(needs.ownFolder);
  return [{
    container: container.name,
    message: `'${container.name}' has a read-only root filesystem, but ${recognition.imageFacts(container)!.name} writes to ${listed(folders)}${holdsFiles ? `, and ${needs.ownFolder} holds files of the image` : ''}`,
    fix: holdsFiles ? 'set readOnlyRootFilesystem: false' : `mount an emptyDir volume at ${folders.length === 1 ? 'that path' : 'each of these paths'}, or set readOnlyRootFilesystem: false`,
    at: atContainer(pod, container, 'securityContext', 'readOnlyRootFilesystem'),
  }];
}

function listed(folders: readonly string[]): string {
  return folders.length === 1 ? folders[0] : `${folders.slice(0, -1).join(', ')} and ${folders[folders.length - 1]}`;
}
