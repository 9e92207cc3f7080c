import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'shop', { disableResourceNameHashes: true });

  const web = new kplus.Deployment(chart, 'web', {
    containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }],
  });
  web.exposeViaService();

  new NativeSidecar(web, 'cache', {
    image: 'docker.io/library/memcached:1.6.45-alpine',
    user: 11211,
    startup: StartupGate.command(['nc', '-z', '127.0.0.1', '11211']),
    shutdown: Duration.seconds(2),
  });
  return app;
}

if (require.main === module) {
  build().synth();
}
