import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { checkPodsOf } from './service-pods';
import { refusal } from '../../caller/refusal';
import { messageOf } from '../../data/error-message';
import { JsonObject, listOf } from '../../data/json';
import { PodAttachments } from '../../sidecars/attachments';
import { swapClass } from '../../sidecars/class-swap';
import { composed } from '../../sidecars/composed';

/** A proxy and the app behind it. */
export interface Receiver {
  /** The name of the proxy. */
  readonly name: string;
  /** The port of the proxy. */
  readonly port: number;
  readonly appPort: number;
  /** Its pod. */
  readonly attached: PodAttachments;
}

/** A proxy for the ports of a Service. */
interface Redirect {
  readonly port: number;
  /** The port of the app: its number and its names. */
  readonly from: readonly unknown[];
}

const redirects = new WeakMap<ApiObject, readonly Redirect[]>();

/**
 * Points the ports of a Service that target the app at the proxy, also those that are added later. Throws when the Service has no such port, or is one of other pods.
 *
 * It changes the manifest and not the construct, because cdk8s-plus cannot change a port, and a JSON patch of a `KubeService` would have to know its classes.
 */
export function receiveFrom(service: IConstruct, { name, port, appPort, attached }: Receiver): void {
  const object = serviceObject(service, name);
  const manifest = rendered(object, service, name);
  checkPodsOf(service, manifest, name, attached);
  const from = [appPort, ...namesOf(attached, appPort)];
  const targets = listOf(manifest.spec?.ports).map(targetOf);
  if (!targets.some(target => from.includes(target) || target === port)) {
    throw new Error(`the Service '${service.node.path}' has no port that targets port ${appPort} of the app (its targets: ${targets.join(', ')}), so '${name}' cannot receive its requests: `
      + `pass the Service of the app, or set the targetPort of one of its ports to ${appPort}`);
  }
  if (!redirects.has(object)) {
    swapClass(object, 'receive-from', { toJson: (self, original) => redirect(original(), redirects.get(self)!) });
  }
  redirects.set(object, [...redirects.get(object) ?? [], { port, from }]);
}

/** A JSON patch of the Service may not fit it, which cdk8s says without its path. */
function rendered(object: ApiObject, service: IConstruct, proxy: string): any {
  try {
    return object.toJson();
  } catch (error) {
    throw refusal`'${proxy}' cannot receive requests from the Service '${service.node.path}', because it cannot be rendered: ${messageOf(error)}`;
  }
}

/** The names of a port, looked up now: while the Service is rendered, the pod may be waiting for it. */
function namesOf(attached: PodAttachments, port: number): unknown[] {
  const declared = composed(attached).pod?.containers.flatMap(({ spec }) => listOf(spec.ports)) ?? [];
  return declared.filter(one => one.containerPort === port && one.name !== undefined).map(one => one.name);
}

function serviceObject(service: IConstruct, proxy: string): ApiObject {
  const object = ApiObject.isApiObject(service) ? service : service?.node?.defaultChild;
  if (!object || !ApiObject.isApiObject(object) || object.kind !== 'Service') {
    throw refusal`'${proxy}' can only receive requests from a Service, but got '${service?.node?.path ?? service}': pass a Service of cdk8s-plus or a KubeService`;
  }
  return object;
}

function redirect(manifest: any, all: readonly Redirect[]): any {
  const ports = listOf(manifest.spec?.ports).map(port => {
    const found = all.find(({ from }) => from.includes(targetOf(port)));
    return found ? { ...port, targetPort: found.port } : port;
  });
  return { ...manifest, spec: { ...manifest.spec, ports } };
}

function targetOf({ targetPort, port }: JsonObject): unknown {
  return targetPort ?? port;
}
