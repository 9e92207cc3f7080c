import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });
  const secret = kplus.Secret.fromSecretName(chart, 'app', 'github-app');

  new catalog.GitSync(web, 'git', {
    repository: 'https://github.com/acme/content.git',
    credentials: catalog.GitCredentials.gitHubApp(secret, { applicationId: 123456, installationId: 12345678 }),
    sparseCheckout: ['/docs/'],
    syncTimeout: Duration.seconds(30),
    webhookUrl: 'http://127.0.0.1:8080/reload',
  }).connect();
}
