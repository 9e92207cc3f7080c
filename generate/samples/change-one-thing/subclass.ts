import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';
import { Construct } from 'constructs';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  new AcmeCache(web, 'cache');
}

/** The cache as everybody at Acme uses it. */
class AcmeCache extends catalog.RedisCache {
  constructor(scope: Construct, id: string, props: catalog.RedisCacheProps = {}) {
    super(scope, id, { image: 'registry.acme.com/redis:8.2.1', ...props });
    this.addOverlay({ env: [{ name: 'TEAM', value: 'shop' }] });
  }
}
