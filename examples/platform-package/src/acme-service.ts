import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, Mesh, MeshedDeployment } from 'cdk8s-sidecars';
import { Construct } from 'constructs';

/** What a team decides about its service; the company decides the rest. */
export interface AcmeServiceProps {
  readonly team: string;
  readonly image: string;
  readonly port: number;
  /** How long the app takes to shut down after SIGTERM. */
  readonly shutdown: Duration;
}

/** A service as everyone at Acme runs it: in the mesh, with its log files collected, behind a Service. */
export class AcmeService extends MeshedDeployment {
  /** Collects the log files; teams can still connect other containers to it. */
  public readonly logs: catalog.FluentBit;

  constructor(scope: Construct, id: string, props: AcmeServiceProps) {
    const { team, image, port: portNumber, shutdown } = props;
    super(scope, id, {
      mesh: Mesh.linkerd({ version: '2.20' }),
      replicas: 2,
      podMetadata: { labels: { 'acme.com/team': team } },
      containers: [{ name: 'app', image, portNumber, readiness: kplus.Probe.fromHttpGet('/healthz', { port: portNumber }) }],
      shutdown,
    });
    this.logs = new catalog.FluentBit(this, 'logs', { outputs: [{ plugin: 'loki', options: { host: 'loki.observability' } }] });
    this.exposeViaService({ ports: [{ port: 80, targetPort: portNumber }] });
  }
}
