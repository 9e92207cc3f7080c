import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const otel = new catalog.OtelCollector(web, 'otel', {
    exporters: [catalog.OtelExporter.otlpGrpc('otel-gateway.observability:4317', { insecure: true })],
    envVariables: { GOGC: kplus.EnvValue.fromValue('80') },
  });
  otel.connect();
}
