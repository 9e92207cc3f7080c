import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const data = kplus.Volume.fromEmptyDir(chart, 'data', 'data');
  const web = new kplus.Deployment(chart, 'web', {
    containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080, volumeMounts: [{ path: '/data', volume: data }] }],
  });
  new catalog.ShellSidecar(web, 'rates', {
    program: catalog.ShellProgram.loop(['wget', '-q', '-O', '/data/rates.json', '$(RATES_URL)'], Duration.minutes(5)),
    readyFile: '/data/rates.json',
    volumeMounts: [{ path: '/data', volume: data }],
    envVariables: { RATES_URL: kplus.EnvValue.fromValue('http://rates.shop.svc/latest') },
  });
}
