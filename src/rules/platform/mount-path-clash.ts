import { JsonObject, listOf } from '../../data/json';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const mountPathClash: Rule = {
  id: 'NS613',
  name: 'mount-path-clash',
  severity: Severity.ERROR,
  title: 'A container can mount only one volume at a path',
  why: "The API server rejects a container with the same mountPath twice: 'must be unique'. Two spellings of one path, such as /logs and /logs/, pass, but one volume then hides the other.",
  fix: 'Mount one of the volumes at another path, or share the volume that is mounted there.',
  example: {
    wrong: `- name: web
  volumeMounts:
  - { name: data, mountPath: /var/log/app }
  - { name: logs, mountPath: /var/log/app }`,
    right: `- name: web
  volumeMounts:
  - { name: logs, mountPath: /var/log/app }`,
  },
  since: '0.1.0',
  needs: 'mount',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => {
    const mounts = container.spec.volumeMounts ? listOf(container.spec.volumeMounts).filter(mount => typeof mount.mountPath === 'string') : [];
    const first = new Map<string, JsonObject>();
    return mounts.flatMap((mount): RuleOffense[] => {
      const path: string = mount.mountPath;
      const other = first.get(plain(path));
      if (!other) {
        first.set(plain(path), mount);
        return [];
      }
      const volumes = other.name === mount.name ? `volume '${mount.name}' twice` : `volumes '${other.name}' and '${mount.name}'`;
      const common = { container: container.name, at: atContainer(context.pod, container, 'volumeMounts', container.spec.volumeMounts.indexOf(mount), 'mountPath') };
      return [other.mountPath === path ? {
        ...common,
        message: `'${container.name}' mounts ${volumes} at ${path}, and Kubernetes rejects a pod with the same mountPath twice in one container`,
        fix: 'mount one of them at another path, or share the volume that is already mounted there',
      } : {
        ...common,
        severity: Severity.WARNING,
        message: `'${container.name}' mounts ${volumes} at ${other.mountPath} and ${path}, which is the same path, so one mount hides the other`,
        fix: 'mount one of them at another path, or remove it',
      }];
    });
  }),
};

/** A path without slashes that do not matter. */
function plain(path: string): string {
  return path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
}
