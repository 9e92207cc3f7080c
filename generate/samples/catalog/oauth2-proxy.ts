import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  // Behind the proxy, the app listens on loopback: a command in its container replaces the probe that cdk8s-plus adds because of portNumber.
  const startup = kplus.Probe.fromCommand(['wget', '-qO-', 'http://127.0.0.1:8080/healthz']);
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080, startup }] });
  const service = web.exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });
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
  auth.receiveFrom(service); // without a Service of the app: auth.access.exposeViaService({ port: 80 })
}
