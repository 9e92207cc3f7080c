import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Mesh, MeshedNamespace, PodLifecycle } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const mesh = Mesh.kuma({ version: '2.13' });
  const shop = new MeshedNamespace(chart, 'namespace', { mesh, metadata: { name: 'shop' } });

  const web = new kplus.k8s.KubePod(chart, 'web', {
    metadata: { namespace: shop.name },
    spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] },
  });
  web.addDependency(shop); // the Namespace comes first in the YAML
  PodLifecycle.of(web).joinMesh(mesh);
}
