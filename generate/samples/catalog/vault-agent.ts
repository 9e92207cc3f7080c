import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }], securityContext: { fsGroup: 20000 } });

  new catalog.VaultAgent(web, 'vault', {
    address: 'https://vault.vault.svc:8200',
    auth: catalog.VaultAuth.kubernetes('shop'),
    templates: [catalog.VaultTemplate.field('db-password', 'kv/data/shop', 'password')],
    fileGroup: 20000,
  }).connect();
}
