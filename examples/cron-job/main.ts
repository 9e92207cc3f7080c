import { App, Chart, Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar, SidecarCronJob, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const report = new SidecarCronJob(new Chart(app, 'sales', { disableResourceNameHashes: true }), 'report', {
    schedule: Cron.schedule({ minute: '0', hour: '6', weekDay: '1-5' }),
    containers: [{ name: 'report', image: 'ghcr.io/acme/report:2.3.0', args: ['--templates=/templates/root/current'] }],
    activeDeadline: Duration.minutes(30),
  });

  const templates = new NativeSidecar(report, 'templates', {
    image: 'registry.k8s.io/git-sync/git-sync:v4.7.1',
    args: ['--repo=https://github.com/acme/report-templates', '--depth=1', '--root=/git/root', '--link=current', '--http-bind=:9091'],
    user: 65533,
    volumeMounts: [{ path: '/tmp', volume: kplus.Volume.fromEmptyDir(report, 'scratch', 'scratch') }],
    startup: StartupGate.httpGet('/', 9091), // responds when the first clone is complete
    shutdown: Duration.seconds(2),
  });
  templates.shareEmptyDir('git', { path: '/git', containerPath: '/templates', readOnly: true });
  return app;
}

if (require.main === module) {
  build().synth();
}
