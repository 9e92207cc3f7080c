import { hookOf } from '../../kubernetes/hooks';
import { PodContainer } from '../../kubernetes/pod';
import { lacksTools, toolOf } from '../../recognition/image-tools';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

/** Where a container may run a command, what comes of it when that cannot be started, and how bad that is. */
const PLACES = [
  { name: 'startupProbe', path: ['startupProbe'], effect: 'it never passes', severity: Severity.ERROR },
  { name: 'readinessProbe', path: ['readinessProbe'], effect: 'it never passes', severity: Severity.ERROR },
  { name: 'livenessProbe', path: ['livenessProbe'], effect: 'it tells nothing', severity: Severity.WARNING },
  { name: 'post-start hook', path: ['lifecycle', 'postStart'], effect: 'it fails, and the container is killed', severity: Severity.ERROR },
  { name: 'pre-stop hook', path: ['lifecycle', 'preStop'], effect: 'it fails at once', severity: Severity.WARNING },
] as const;

export const missingTool: Rule = {
  id: 'NS110',
  name: 'missing-tool',
  severity: Severity.ERROR,
  title: 'A probe or hook cannot run a command that the image does not have',
  why: 'Images that hold nothing but their program have no shell, no curl and no test. A command that cannot be started is no failed answer for a kubelet, so a startup probe like that neither passes nor ends.',
  fix: 'Ask by httpGet, tcpSocket or grpc, or take a variant of the image that has a shell.',
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
  check: (context: RuleContext): RuleOffence[] => ownContainers(context).flatMap(container => PLACES.flatMap(place => {
    const tool = missing(context, container, place.path);
    return tool === undefined || isSleep(container, place.name) ? [] : [{
      container: container.name,
      at: atContainer(context.pod, container, ...place.path, 'exec', 'command', 0),
      message: `the ${place.name} of '${container.name}' runs '${tool}', which its image does not have: ${place.effect}`,
      fix: place.path.length > 1 ? 'take the hook away, or take an image that has it' : 'ask by httpGet, tcpSocket or grpc, or take an image that has it',
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

/** A pre-stop hook that sleeps is for NS307 to judge. */
function isSleep(container: PodContainer, place: string): boolean {
  return place === 'pre-stop hook' && hookOf(container, 'preStop')?.seconds !== undefined;
}
