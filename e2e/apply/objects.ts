import { migrate } from '../../src/core';
import { follow, isObject, JsonObject } from '../../src/data/json';
import { WorkloadKinds } from '../../src/kubernetes/workload-kinds';

/** The container that the migration moves. */
export const SIDECAR = 'proxy';

const API_VERSIONS: { readonly [kind: string]: string } = {
  Deployment: 'apps/v1', StatefulSet: 'apps/v1', DaemonSet: 'apps/v1', ReplicaSet: 'apps/v1', CronJob: 'batch/v1', Job: 'batch/v1', Pod: 'v1', Rollout: 'argoproj.io/v1alpha1',
};

/** The kinds of objects that are tried. */
export const KINDS: readonly string[] = Object.keys(API_VERSIONS);

/** Stands for every custom kind whose schema does not describe its pod: lists have no keys there. */
export const CUSTOM_KIND: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'rollouts.argoproj.io' },
  spec: {
    group: 'argoproj.io',
    scope: 'Namespaced',
    names: { kind: 'Rollout', plural: 'rollouts', singular: 'rollout' },
    versions: [{
      name: 'v1alpha1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    }],
  },
};

/** The manifest before its migration: an app and its database proxy. Nothing starts: there are no replicas, and no node takes the pod. */
export function legacy(kind: string, name: string): JsonObject {
  const isWork = kind === 'Job' || kind === 'CronJob';
  const spec = {
    ...(isWork ? { restartPolicy: 'Never' } : {}),
    nodeSelector: { 'cdk8s-sidecars/no-such-node': 'true' },
    terminationGracePeriodSeconds: 1,
    containers: [
      { name: 'app', image: 'ghcr.io/acme/app:1.0.0', env: [{ name: 'DATABASE', value: 'localhost:5432' }] },
      { name: SIDECAR, image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=5432', 'acme:europe-west1:db'] },
    ],
  };
  const labels = { app: name };
  const template = { metadata: { labels }, spec };
  const selector = { matchLabels: labels };
  const specs: { readonly [of: string]: JsonObject } = {
    StatefulSet: { serviceName: name, replicas: 0, selector, template },
    DaemonSet: { selector, template },
    CronJob: { schedule: '0 3 1 1 *', jobTemplate: { spec: { template: { spec } } } },
    Job: { parallelism: 0, template: { spec } },
    Pod: spec,
  };
  return { apiVersion: API_VERSIONS[kind], kind, metadata: { name, ...(kind === 'Pod' ? { labels } : {}) }, spec: specs[kind] ?? { replicas: 0, selector, template } };
}

/** The manifest as the migration leaves it. */
export function migrated(manifest: JsonObject): JsonObject {
  const { texts } = migrate([{ name: 'manifest.json', text: JSON.stringify(manifest, undefined, 2) }]);
  const result = JSON.parse(texts[0].text);
  if (placesOf(result) !== 'init') {
    throw new Error(`the migration did not move '${SIDECAR}' of ${String(manifest.kind)}`);
  }
  return result;
}

/** The same object with another name for the sidecar. */
export function renamed(manifest: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(manifest).replaceAll(`"name":"${SIDECAR}"`, `"name":"${SIDECAR}-native"`));
}

/** In which list the sidecar is, whatever its name. */
export function placesOf(object: JsonObject): 'init' | 'containers' | 'both' | 'none' {
  const { paths } = WorkloadKinds.KNOWN.of(object);
  const spec = follow(object, [...paths[0].filter((part): part is string => typeof part === 'string'), 'spec']);
  const has = (list: string, isRight: (container: JsonObject) => boolean = () => true) => {
    const containers = isObject(spec) ? spec[list] : undefined;
    return Array.isArray(containers) && containers.some(one => isObject(one) && String(one.name).startsWith(SIDECAR) && isRight(one));
  };
  const [init, main] = [has('initContainers', one => one.restartPolicy === 'Always'), has('containers')];
  return init && main ? 'both' : init ? 'init' : main ? 'containers' : 'none';
}
