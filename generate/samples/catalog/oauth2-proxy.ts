import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });
  const auth = new catalog.OAuth2Proxy(web, 'auth', {
    appPort: 8080,
    credentials: kplus.Secret.fromSecretName(chart, 'login', 'web-login'),
    issuerUrl: 'https://login.acme.com/realms/shop',
    emailDomains: ['acme.com'],
    allowedGroups: ['buyers'],
    skipAuthRoutes: ['GET=^/healthz$'],
    metrics: true,
    extraArgs: ['--cookie-domain=.acme.com', '--whitelist-domain=.acme.com'],
  });
  auth.connect();
  auth.access.exposeViaService({ port: 80 });
}
