import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', {
    containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }],
    initContainers: [{ name: 'migrate', image: 'ghcr.io/acme/migrate:1.4.2' }],
  });
  const db = new catalog.CloudSqlProxy(web, 'db', {
    instance: 'acme:europe-west1:orders',
    privateIp: true,
    metrics: true,
    extraArgs: ['--quota-project=acme'],
  });
  db.connectAll();
}
