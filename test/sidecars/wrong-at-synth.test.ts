import { Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { addSidecar, CACHE, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { catalog, Mesh, MeshedDeployment, NativeSidecar, PodLifecycle, SidecarCronJob, SidecarJob, StartupGate } from '../../src';

function found(web: IConstruct, rule: string): string[] {
  return PodLifecycle.of(web).findings.filter(finding => finding.rule === rule).map(({ message }) => message);
}

describe('user 0 with runAsNonRoot', () => {
  test('is refused for a sidecar, unless it may be root', () => {
    const message = "NS107 sidecar 'cache' has user 0, which is root, but must run as non-root, so the kubelet would not start it: set another 'user', or securityContext: { ensureNonRoot: false }";
    const web = deploymentIn(chartIn());

    expect(() => addSidecar(web, 'cache', { user: 0 })).toThrow(new Error(message));
    expect(() => addSidecar(deploymentIn(chartIn()), 'cache', { securityContext: { user: 0 } })).toThrow(new Error(message));
    expect(() => addSidecar(deploymentIn(chartIn()), 'cache', { user: 0, securityContext: { ensureNonRoot: false } })).not.toThrow();
  });

  test('stops synth for a container of the app, and for the whole pod', () => {
    const own = chartIn();
    addSidecar(kubeDeploymentIn(own, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1', securityContext: { runAsNonRoot: true, runAsUser: 0 } }] }));
    const shared = chartIn();
    addSidecar(kubeDeploymentIn(shared, { securityContext: { runAsNonRoot: true, runAsUser: 0 } }));

    expect(refusals(own)).toEqual([expect.stringContaining("NS107 'web' has runAsUser: 0, which is root")]);
    expect(refusals(shared)).toEqual([expect.stringContaining("NS107 'web' has runAsUser: 0, which is root")]);
  });
});

describe('an image that is empty, or has blanks or capitals', () => {
  test.each([['', 'it is empty'], ['acme/cache 1', 'it contains a blank'], ['ghcr.io/Acme/cache', "its repository 'Acme/cache' contains capital letters"]])(
    "is refused for a sidecar: '%s'", (image, why) => {
      expect(() => addSidecar(deploymentIn(chartIn()), 'cache', { image })).toThrow(new Error(
        `NS612 the image '${image}' of 'cache' is not a valid reference, because ${why}, so the container never starts: write it as registry/repository:tag, for example ghcr.io/acme/proxy:1.4.2`));
      expect(() => new catalog.RedisCache(deploymentIn(chartIn()), 'cache', { image })).toThrow(/^NS612 /);
    },
  );

  test('stops synth for a container of the app', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'Web:1' }] }));

    expect(refusals(chart)).toEqual([expect.stringContaining("NS612 the image 'Web:1' of 'web' is not a valid reference")]);
  });
});

describe('the same mountPath twice in one container', () => {
  const MESSAGE = /NS613 'web' mounts volumes '[\w-]+' and '[\w-]+' at \/var\/log\/app, and Kubernetes rejects a pod/;

  test('stops synth: Fluent Bit on a path that the app mounts', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart, {
      containers: [{ name: 'web', image: 'ghcr.io/acme/web:1', volumeMounts: [{ name: 'data', mountPath: '/var/log/app' }] }],
      volumes: [{ name: 'data', emptyDir: {} }],
    });
    new catalog.FluentBit(web, 'logs', { path: '/var/log/app', outputs: [{ plugin: 'stdout' }] });

    expect(refusals(chart)).toEqual([expect.stringMatching(MESSAGE)]);
  });

  test('stops synth: two shared folders', () => {
    const chart = chartIn();
    const cache = addSidecar(deploymentIn(chart));
    cache.shareEmptyDir('one', { path: '/one', containerPath: '/var/log/app' });
    cache.shareEmptyDir('two', { path: '/two', containerPath: '/var/log/app' });

    expect(refusals(chart)).toEqual([expect.stringMatching(MESSAGE)]);
  });
});

describe('an activeDeadline of zero', () => {
  test('is refused, because the Job fails as soon as it starts', () => {
    const message = "NS409 job 'import' has a deadline of 0, so it would fail with DeadlineExceeded as soon as it starts: set 'activeDeadline' to more than its longest run, for example Duration.hours(1)";

    expect(() => new SidecarJob(chartIn(), 'import', { activeDeadline: Duration.seconds(0) })).toThrow(new Error(message));
    expect(() => new SidecarCronJob(chartIn(), 'import', { activeDeadline: Duration.millis(0), schedule: Cron.daily() })).toThrow(new Error(message));
  });

  test('stops synth in a Job of another library', () => {
    const chart = chartIn();
    const job = new kplus.k8s.KubeJob(chart, 'import', {
      spec: { activeDeadlineSeconds: 0, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'ghcr.io/acme/work:1' }] } } },
    });
    addSidecar(job);

    expect(refusals(chart)).toEqual([expect.stringContaining('NS409 activeDeadlineSeconds is 0, so the Job fails with DeadlineExceeded')]);
  });
});

describe('a probe on a port that nothing declares', () => {
  test('is refused for a sidecar: it would check port 80', () => {
    const message = (probe: string) => new Error(`NS115 the ${probe} probe of sidecar 'cache' has no port and 'cache' declares none, so it would check port 80: set 'port' of the probe, or 'ports' of the sidecar`);
    const add = (props: object) => () => addSidecar(deploymentIn(chartIn()), 'cache', props);

    expect(add({ liveness: kplus.Probe.fromHttpGet('/l') })).toThrow(message('liveness'));
    expect(add({ readiness: kplus.Probe.fromTcpSocket() })).toThrow(message('readiness'));
    expect(add({ liveness: kplus.Probe.fromHttpGet('/l', { port: 8080 }) })).not.toThrow();
    expect(add({ liveness: kplus.Probe.fromHttpGet('/l'), ports: [{ number: 8080 }] })).not.toThrow();
    expect(add({ liveness: kplus.Probe.fromCommand(['true']) })).not.toThrow();
  });

  test('is told for a container of the app', () => {
    const web = deploymentIn(chartIn(), { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1', liveness: kplus.Probe.fromHttpGet('/l') }] });

    expect(found(web, 'NS115')).toEqual(["the livenessProbe of 'web' checks port 80, and nothing in the manifest shows that 'web' listens there"]);
  });

  test('stops synth where the port is a name', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1', readinessProbe: { httpGet: { port: kplus.k8s.IntOrString.fromString('http') } } }] }));

    expect(refusals(chart)).toEqual([expect.stringContaining("NS115 the readinessProbe of 'web' checks the port 'http', which 'web' does not declare")]);
  });
});

describe('an acknowledgment that is stale or unknown', () => {
  test('is told', () => {
    const web = deploymentIn(chartIn(), { metadata: { annotations: { 'acknowledge.cdk8s-sidecars/NS999': 'it is fine' } } });
    PodLifecycle.of(web).acknowledge('NS302', 'it never takes that long');

    expect(found(web, 'NS614')).toEqual([
      "the annotation 'acknowledge.cdk8s-sidecars/NS302' has no effect because NS302 finds nothing here",
      "the annotation 'acknowledge.cdk8s-sidecars/NS999' has no effect because there is no such rule",
    ]);
  });

  test('a gate that is left out with a reason is neither', () => {
    const web = deploymentIn(chartIn());
    new NativeSidecar(web, 'cache', { ...CACHE, startup: StartupGate.none('the app retries') });
    PodLifecycle.of(web);

    expect(found(web, 'NS614')).toEqual([]);
  });
});

describe('a shutdown time that two owners declare with different values', () => {
  test('is refused, with both values', () => {
    const web = new MeshedDeployment(chartIn(), 'web', {
      mesh: Mesh.linkerd({ version: '2.20' }), shutdown: Duration.seconds(20), containers: [{ image: 'ghcr.io/acme/web:1', portNumber: 8080 }],
    });

    expect(() => PodLifecycle.of(web, { shutdown: Duration.seconds(45) })).toThrow(new Error("'shutdown' of 'shop/web' is already 20 s, so it cannot be 45 s as well: set it in one place"));
    expect(() => PodLifecycle.of(web, { shutdown: Duration.seconds(20) })).not.toThrow();
  });

  test('so is a pre-stop delay', () => {
    const web = deploymentIn(chartIn());
    PodLifecycle.of(web, { preStopDelay: Duration.seconds(5) });

    expect(() => PodLifecycle.of(web, { preStopDelay: Duration.seconds(0) })).toThrow(new Error("'preStopDelay' of 'shop/web' is already 5 s, so it cannot be 0 s as well: set it in one place"));
  });
});
