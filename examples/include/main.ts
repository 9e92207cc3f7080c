import { join } from 'path';
import { App, Chart, Duration, Include } from 'cdk8s';
import { NativeSidecar, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'billing');

  const legacy = new Include(chart, 'legacy', { url: join(__dirname, 'legacy.yaml') });

  const logs = new NativeSidecar(legacy, 'log-shipper', {
    image: 'cr.fluentbit.io/fluent/fluent-bit:5.1.1',
    args: ['-H', '-f', '1', '-i', 'tail', '-p', 'path=/logs/*.log', '-p', 'refresh_interval=1', '-o', 'stdout'],
    startup: StartupGate.httpGet('/', 2020),
    shutdown: Duration.seconds(6), // it flushes for up to 5 s
  });
  logs.mountExisting('logs', '/logs', { readOnly: true });
  return app;
}

if (require.main === module) {
  build().synth();
}
