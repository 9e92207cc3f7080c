import * as kplus from 'cdk8s-plus-28';
import { PROBE } from './kinds';
import { checkValue, refusal } from '../caller/refusal';
import { required } from '../data/arguments';

/** What a probe checks, as Kubernetes writes it. */
export interface ProbeAction {
  readonly exec?: any;
  readonly httpGet?: any;
  readonly tcpSocket?: any;
  readonly grpc?: any;
  readonly timeoutSeconds?: number;
  readonly port?: number;
}

/** Reads what a probe of any minor of cdk8s-plus checks. Throws when the probe would take the port of a container, which a gate does not know. */
export function probedBy(probe: any): ProbeAction {
  checkValue('the probe of a startup gate', probe, required(PROBE));
  let asksForPort = false;
  const container = {
    get portNumber() {
      asksForPort = true;
      return undefined;
    },
  };
  const { exec, httpGet, tcpSocket, grpc, timeoutSeconds } = kplus.k8s.toJson_Probe(probe._toKube(container)) as ProbeAction;
  if (asksForPort) {
    throw refusal`the probe of a startup gate has no port: set 'port' of the probe, for example kplus.Probe.fromHttpGet('/ready', { port: 8080 })`;
  }
  const actions = { ...(exec && { exec }), ...(httpGet && { httpGet }), ...(tcpSocket && { tcpSocket }), ...(grpc && { grpc }) };
  return { ...actions, timeoutSeconds, port: (httpGet ?? tcpSocket ?? grpc)?.port };
}
