import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { isObject, JsonObject } from '../../data/json';
import { Surroundings } from '../../recognition/surroundings';
import { PodAttachments } from '../../sidecars/attachments';
import { composed } from '../../sidecars/composed';
import { plainTemplates } from '../../sidecars/match-workload';
import { podObjects } from '../../sidecars/pod-objects';
import { workloadOf } from '../../sidecars/workload-of';

/**
 * Refuses a Service of other pods: those of another workload of the app, or those with another value of a label.
 *
 * Labels may still be added to the pod, so a Service that selects no known pod is fine.
 *
 * @param proxy the name of the proxy
 */
export function checkPodsOf(service: IConstruct, manifest: JsonObject, proxy: string, attached: PodAttachments): void {
  const selector: unknown = manifest.spec?.selector;
  const { pod } = composed(attached);
  const services = new Surroundings([manifest]);
  if (!pod || !isObject(selector) || services.services(pod).length > 0) {
    return;
  }
  const { workload, object } = attached.owner;
  const refusal = `'${proxy}' of '${workload.node.path}' cannot receive requests from the Service '${service.node.path}'`;
  const other = podObjects(workload.node.root).find(one => one !== object && selects(services, one));
  if (other) {
    const path = `'${workloadOf(other).node.path}'`;
    throw new Error(`${refusal} of ${path}, because they are in different pods: pass a Service of '${workload.node.path}', or add a sidecar to ${path}`);
  }
  const labels: JsonObject = isObject(pod.metadata.labels) ? pod.metadata.labels : {};
  const [key] = Object.keys(selector).filter(one => Object.hasOwn(labels, one) && String(labels[one]) !== String(selector[one]));
  if (key !== undefined) {
    throw new Error(`${refusal}, because it selects pods with ${key}=${selector[key]}, and those of '${workload.node.path}' have ${key}=${labels[key]}: pass a Service of '${workload.node.path}'`);
  }
}

function selects(services: Surroundings, object: ApiObject): boolean {
  const { namespace } = object.metadata;
  const metadatas = plainTemplates(object).map(({ template }): JsonObject => isObject(template.metadata) ? template.metadata : {});
  return metadatas.some(metadata => services.services({ namespace, metadata }).length > 0);
}
