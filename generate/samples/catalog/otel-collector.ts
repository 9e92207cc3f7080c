import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });

  new catalog.OtelCollector(web, 'otel', {
    processors: [catalog.OtelProcessor.resource({ 'deployment.environment.name': 'production' }), catalog.OtelProcessor.sampling(10)],
    exporters: [catalog.OtelExporter.otlpGrpc('otel-gateway.observability:4317', {
      certificateAuthority: kplus.ConfigMap.fromConfigMapName(chart, 'ca', 'otel-ca'),
      signals: [catalog.OtelSignal.TRACES, catalog.OtelSignal.LOGS],
    })],
  }).connect();
}
