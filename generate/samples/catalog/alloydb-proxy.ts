import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const db = new catalog.AlloyDbProxy(web, 'db', {
    instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders',
    autoIamAuthn: true,
    impersonate: 'orders@acme.iam.gserviceaccount.com',
    maxConnections: 50,
  });
  db.connect();
}
