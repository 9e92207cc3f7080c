import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const content = new catalog.GitSync(web, 'content', {
    repository: 'https://github.com/acme/content.git',
    ref: 'main',
    credentials: catalog.GitCredentials.password(kplus.Secret.fromSecretName(chart, 'git', 'git-credentials')),
    extraArgs: ['--submodules=off'],
  });
  content.connect();
}
