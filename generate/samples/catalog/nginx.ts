import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const service = web.exposeViaService({ ports: [{ port: 443, targetPort: 8080 }] });
  const front = new catalog.Nginx(web, 'front', {
    appPort: 8080,
    gzip: true,
    certificate: kplus.Secret.fromSecretName(chart, 'tls', 'web-tls'),
    config: {
      http: { keepalive_timeout: '75s' },
      server: { 'location = /robots.txt': { return: '404' } },
    },
  });
  front.connect();
  front.receiveFrom(service);
}
