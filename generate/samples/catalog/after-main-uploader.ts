import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, SidecarJob } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const report = new SidecarJob(chart, 'report', {
    containers: [{ name: 'report', image: 'ghcr.io/acme/report:2.1.0' }],
    activeDeadline: Duration.hours(1),
  });
  const upload = new catalog.AfterMainUploader(report, 'upload', {
    command: ['rclone', 'copy', '/artifacts', 'store:reports'],
    shutdown: Duration.minutes(2),
    credentials: kplus.Secret.fromSecretName(chart, 'store', 'store-credentials'),
    envVariables: { RCLONE_CONFIG_STORE_TYPE: kplus.EnvValue.fromValue('s3'), RCLONE_CONFIG_STORE_ENV_AUTH: kplus.EnvValue.fromValue('true') },
  });
  upload.connect();
}
