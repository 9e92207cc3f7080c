import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const envoy = new catalog.Envoy(web, 'envoy', {
    upstreams: [{ name: 'orders', host: 'orders.shop.svc.cluster.local', port: 443, listenPort: 8001, tls: true, retries: 2 }],
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(chart, 'ca', 'shop-ca'),
    metrics: true,
    config: { stats_config: { use_all_default_tags: true } },
    extraArgs: ['--log-level', 'warning'],
  });
  envoy.connect();
}
