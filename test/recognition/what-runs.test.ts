import { batch, helpers, running } from './pods';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }] };

/** The program that a container is recognized as, and what shows it. */
function ran(container: object): string {
  const recognition = running([WEB, { name: 'x', image: 'ghcr.io/acme/tools:7', ...container }]);
  const found = recognition.running(recognition.pod.container('x'));
  return found ? `${found.program.name} by ${found.by}` : 'unknown';
}

describe('a program is what runs', () => {
  test.each<[string, object, string]>([
    ['a command', { command: ['/otelcol-contrib', '--config=/c.yaml'] }, 'OpenTelemetry Collector by command'],
    ['a subcommand', { command: ['kubectl', '--kubeconfig=/k', 'proxy'] }, 'kubectl proxy by command'],
    ['another subcommand', { command: ['kubectl', 'get', 'pods'] }, 'unknown'],
    ['what an image of that name is told', { image: 'bitnami/kubectl:1.30', args: ['proxy', '-p', '8001'] }, 'kubectl proxy by command'],
    ['behind an init process', { command: ['tini', '--', 'dockerd', '--tls=false'] }, 'Docker daemon by command'],
    ['behind a user', { command: ['su-exec', 'nobody', 'vector', '-c', '/v.toml'] }, 'Vector by command'],
    ['behind a wrapper', { command: ['kubexit', 'cloud_sql_proxy'] }, 'Cloud SQL proxy by command'],
    ['in a script, after exec', { command: ['sh', '-c', 'envsubst < /in > /c.yaml; exec /otelcontribcol --config /c.yaml'] }, 'OpenTelemetry Collector by command'],
    ['in a script, in the background', { command: ['sh', '-c', 'dockerd & while ! test -f /done; do sleep 1; done; kill $!'] }, 'Docker daemon by command'],
    ['in a script, with quotes inside of its name', { command: ['sh', '-c', 'exec "otelcol"-contrib --config /c.yaml'] }, 'OpenTelemetry Collector by command'],
    ['in a script, with a name that goes on on the next line', { command: ['sh', '-c', 'exec otel\\\ncol --config /c.yaml'] }, 'OpenTelemetry Collector by command'],
    ['in a script, a subcommand behind a flag with blanks', { command: ['sh', '-c', 'kubectl --context="a b" proxy'] }, 'kubectl proxy by command'],
    ['beside other work', { command: ['sh', '-c', 'kubectl proxy & exec ./controller'] }, 'unknown'],
    ['a tag', { image: 'quay.io/openshift/ci:ci_git-sync_v4.3.0' }, 'git-sync by tag'],
    ['an image', { image: 'fluent/fluent-bit:4.0', command: ['/fluent-bit/bin/fluent-bit'] }, 'Fluent Bit by image'],
  ])('%s', (_name, container, expected) => {
    expect(ran(container)).toBe(expected);
  });

  test('an image that runs another command is not its program', () => {
    const docker = { name: 'docker', image: 'docker:28-dind', command: ['cat'], tty: true };

    expect(helpers(batch([{ name: 'work', image: 'acme/work:1' }, docker]))).toEqual([]);
  });

  test('reads the flags of a script as flags: an address behind one that listens is no call', () => {
    const serve = (flags: string) => ({ name: 'files', image: 'acme/files:1', command: ['sh', '-c', `rclone serve http remote: ${flags}`] });
    const call = (container: object) => running([{ ...WEB, ports: [] }, container as never]).loopback.calls.map(({ from, to }) => `${from.name} -> ${to.name}`);

    expect(call(serve('--addr 127.0.0.1:8080'))).toEqual([]);
    expect(call(serve('--upstream=http://127.0.0.1:8080'))).toEqual(['files -> web']);
  });

  test('tells no version of a program by a foreign image', () => {
    const recognition = running([WEB, { name: 'x', image: 'acme/tools:1.2.3', command: ['cloud_sql_proxy', '-instances=a:b:c=tcp:5432'] }]);

    expect(recognition.run(recognition.pod.container('x')).atLeast(1, 0)).toBeUndefined();
  });
});

describe('the Docker daemon in an image of another name', () => {
  const programOf = (container: object) => {
    const pod = running([{ name: 'web', image: 'ghcr.io/acme/web:1' }, { name: 'engine', image: 'ghcr.io/acme/engine:1', ...container }]);
    return pod.program(pod.pod.container('engine'))?.name;
  };
  const readinessProbe = { exec: { command: ['docker', 'info'] } };
  const securityContext = { privileged: true };

  test.each<[string, object]>([
    ['a privileged container that asks it in its probe', { securityContext, readinessProbe }],
    ['one whose script does so', { securityContext, startupProbe: { exec: { command: ['sh', '-c', 'docker -H unix:///run/docker.sock version'] } } }],
    ['an image of its name', { image: 'acme/docker-dind:27' }],
  ])('is %s', (_what, container) => {
    expect(programOf(container)).toMatch(/^Docker (daemon|in Docker)$/);
  });

  test.each<[string, object]>([
    ['without the privilege', { readinessProbe }],
    ['that runs builds', { image: 'ghcr.io/acme/ci-runner:1', securityContext, readinessProbe }],
    ['with an image for builds', { image: 'acme/actions-runner-dind:1' }],
    ['with an image about it', { image: 'acme/dind-ui:1' }],
    ['that is told where it is', { securityContext, readinessProbe, env: [{ name: 'DOCKER_HOST', value: 'tcp://docker:2375' }] }],
    ['that asks for something else', { securityContext, readinessProbe: { exec: { command: ['docker', 'run', 'x'] } } }],
  ])('is no container %s', (_what, container) => {
    expect(programOf(container)).toBeUndefined();
  });
});

test('a tag that is the name of a program which is only a sidecar, with its version, shows it', () => {
  const programOf = (image: string) => {
    const pod = running([{ name: 'web', image: 'ghcr.io/acme/web:1' }, { name: 'x', image }]);
    return pod.program(pod.pod.container('x'))?.name;
  };

  expect(programOf('acme/mirror:cloud-sql-proxy-2.14.1')).toBe('Cloud SQL Auth Proxy');
  expect(programOf('acme/mirror:fluent-bit-3.1')).toBe('Fluent Bit');
  // What an image is built on, or a version.
  expect([programOf('acme/site:nginx'), programOf('acme/site:redis-7'), programOf('acme/site:v1-2')]).toEqual([undefined, undefined, undefined]);
});
