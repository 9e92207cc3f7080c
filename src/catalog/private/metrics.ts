import * as kplus from 'cdk8s-plus-28';
import { checkListenPort } from './parts';
import { refusal } from '../../caller/refusal';

/** The properties of a preset whose program serves metrics on a port of their own. */
export interface MetricsProps {
  readonly metrics?: boolean;
  readonly metricsPort?: number;
}

/** The port on which a program serves metrics; undefined if it serves none. */
export function metricsPortOf(subject: string, props: MetricsProps, usual: number): number | undefined {
  const port = props.metricsPort ?? undefined;
  if (!props.metrics && port !== undefined) {
    throw refusal`${subject} has 'metricsPort' ${port} but serves no metrics: set 'metrics' to true, or remove 'metricsPort'`;
  }
  return props.metrics ? checkListenPort(subject, port ?? usual) : undefined;
}

/** The declaration of a metrics port. Its name is unique in the pod, because a PodMonitor finds the port by its name. */
export function declaredMetrics(port: number | undefined): kplus.ContainerPort[] {
  return port === undefined ? [] : [{ number: port, name: `metrics-${port}` }];
}
