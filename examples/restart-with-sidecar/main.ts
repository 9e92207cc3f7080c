import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, NativeSidecar, PodLifecycle, SidecarFailure, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'shop', { disableResourceNameHashes: true });
  PodLifecycle.target(chart, KubernetesVersion.of('1.36')); // the first version that can restart all containers of a pod

  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });

  const agent = new NativeSidecar(web, 'agent', {
    image: 'ghcr.io/acme/session-agent:2.0.0',
    args: ['--env-file=/run/session/app.env', '--listen=:8082'],
    startup: StartupGate.httpGet('/ready', 8082), // responds when the new token is in the file, which the kubelet reads when it starts the app
    shutdown: Duration.seconds(2),
    onFailure: SidecarFailure.restartPod(), // a new agent has a new session, which the app only gets when it starts again
  });
  agent.addAppEnvFromFile('SESSION_TOKEN', { file: '/run/session/app.env' });
  return app;
}

if (require.main === module) {
  build().synth();
}
