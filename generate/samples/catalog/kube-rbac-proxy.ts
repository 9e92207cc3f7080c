import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });
  const auth = new catalog.KubeRbacProxy(web, 'auth', {
    appPort: 8080,
    allowPaths: ['/metrics'],
    resource: { resource: 'services', subresource: 'metrics', namespace: 'shop', name: 'web' },
    tlsMinVersion: catalog.KubeRbacTlsVersion.TLS_1_3,
    extraArgs: ['--v=2'],
  });
  auth.connect();
}
