import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  new catalog.FluentBit(web, 'logs', {
    path: '/var/log/web',
    outputs: [{ plugin: 'loki', options: { host: 'loki.observability' } }],
    envVariables: { CLUSTER: kplus.EnvValue.fromValue('europe-1') },
  });
}
