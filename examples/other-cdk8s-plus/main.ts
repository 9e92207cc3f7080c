import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-34';
import { KubernetesVersion, NativeSidecar, PodLifecycle, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  PodLifecycle.target(app, KubernetesVersion.of('1.34'));
  const chart = new Chart(app, 'shop', { disableResourceNameHashes: true });

  const checkout = new kplus.Deployment(chart, 'checkout', {
    containers: [{ name: 'checkout', image: 'ghcr.io/acme/checkout:2.0.0', portNumber: 8080 }],
  });

  new NativeSidecar(checkout, 'metrics', {
    image: 'quay.io/prometheus/statsd-exporter:v0.30.0',
    user: 65534,
    ports: [{ number: 9102 }],
    startup: StartupGate.httpGet('/-/ready', 9102),
    shutdown: Duration.seconds(2),
  });
  return app;
}

if (require.main === module) {
  build().synth();
}
