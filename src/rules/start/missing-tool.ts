import { hookOf } from '../../kubernetes/hooks';
import { PodContainer } from '../../kubernetes/pod';
import { lacksTools, toolOf } from '../../recognition/image-tools';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** Where a container may run a command, what happens if the command cannot start, and how severe that is. */
const PLACES = [
  { name: 'startupProbe', path: ['startupProbe'], effect: 'the probe never passes', severity: Severity.ERROR },
  { name: 'readinessProbe', path: ['readinessProbe'], effect: 'the probe never passes', severity: Severity.ERROR },
  { name: 'livenessProbe', path: ['livenessProbe'], effect: 'the probe has no effect', severity: Severity.WARNING },
  { name: 'postStart hook', path: ['lifecycle', 'postStart'], effect: 'the hook fails and the kubelet kills the container', severity: Severity.ERROR },
  { name: 'preStop hook', path: ['lifecycle', 'preStop'], effect: 'the hook fails immediately', severity: Severity.WARNING },
] as const;

export const missingTool: Rule = {
  id: 'NS110',
  name: 'missing-tool',
  severity: Severity.ERROR,
  title: 'A probe or hook cannot run a command that the image does not contain',
  why: 'A minimal image contains only its program: no shell, no curl, no test. To the kubelet, a command that cannot start is neither a success nor a failure, so such a startup probe never passes and never fails.',
  fix: 'Use httpGet, tcpSocket or grpc, or use a variant of the image that contains a shell.',
  example: {
    wrong: `- name: db
  image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
  startupProbe:
    exec: { command: [sh, -c, nc -z 127.0.0.1 5432] }`,
    right: `- name: db
  image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
  args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]
  startupProbe:
    httpGet: { path: /startup, port: 9801 }`,
  },
  since: '0.1.0',
  needs: 'execHandler',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => PLACES.flatMap(place => {
    const tool = missing(context, container, place.path);
    return tool === undefined || isSleep(container, place.name) ? [] : [{
      container: container.name,
      at: atContainer(context.pod, container, ...place.path, 'exec', 'command', 0),
      message: `the ${place.name} of '${container.name}' runs '${tool}', which its image does not contain, so ${place.effect}`,
      fix: place.path.length > 1 ? 'remove the hook, or use an image that contains the command' : 'use httpGet, tcpSocket or grpc, or an image that contains the command',
      severity: place.severity,
    }];
  })),
};

function missing({ recognition }: RuleContext, container: PodContainer, [first, second]: readonly string[]): string | undefined {
  const place = second === undefined ? container.spec[first] : container.spec[first]?.[second];
  const command: unknown = place?.exec?.command;
  const tool = Array.isArray(command) ? toolOf(command) : undefined;
  return tool !== undefined && lacksTools(recognition, container) ? tool : undefined;
}

/** NS307 reports preStop hooks that sleep. */
function isSleep(container: PodContainer, place: string): boolean {
  return place === 'preStop hook' && hookOf(container, 'preStop')?.seconds !== undefined;
}
