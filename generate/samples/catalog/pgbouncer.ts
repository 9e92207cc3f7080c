import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const pool = new catalog.PgBouncer(web, 'pool', {
    serverHost: 'orders-db.shop.svc',
    users: kplus.Secret.fromSecretName(chart, 'users', 'db-users'),
    poolMode: catalog.PgBouncerPoolMode.TRANSACTION,
    serverTls: catalog.PgBouncerServerTls.VERIFY_FULL,
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(chart, 'ca', 'db-ca'),
    config: { pgbouncer: { query_wait_timeout: 30, max_prepared_statements: 100 } },
  });
  pool.connect();
}
