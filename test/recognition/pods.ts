import { PodModel } from '../../src/kubernetes/pod';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { jobOf, TestContainer } from '../simulator/pods';

/** What a test says about a workload beside its containers. */
export interface WorkloadOptions {
  readonly kind?: string;
  readonly inits?: readonly TestContainer[];
  readonly volumes?: readonly object[];
  readonly annotations?: object;
  readonly claims?: readonly string[];
  /** Other fields of the pod. */
  readonly spec?: object;
  /** The other objects of the same input. */
  readonly beside?: readonly object[];
}

/** What can be told of a workload that runs forever; its pods have the label `app: web`. */
export function running(containers: readonly TestContainer[], options: WorkloadOptions = {}): Recognition {
  const { kind = 'Deployment', inits, volumes, annotations, claims, spec = {}, beside = [] } = options;
  return new Recognition(PodModel.fromManifest({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'shop' },
    spec: {
      template: {
        metadata: { labels: { app: 'web' }, ...(annotations ? { annotations } : {}) },
        spec: { ...spec, ...(inits ? { initContainers: inits } : {}), containers, ...(volumes ? { volumes } : {}) },
      },
      ...(claims ? { volumeClaimTemplates: claims.map(name => ({ metadata: { name } })) } : {}),
    },
  }), new Surroundings(beside));
}

/** What can be told of a Job. */
export function batch(containers: readonly TestContainer[], options: WorkloadOptions = {}): Recognition {
  const pod = jobOf(containers, options.inits, options.volumes ? { volumes: options.volumes } : {});
  return new Recognition(pod, new Surroundings(options.beside ?? []));
}

/** A container that mounts shared folders: `{ '/logs': 'logs' }`, or read-only with a path that ends in `:ro`. */
export function mounting(mounts: { readonly [path: string]: string }, container: TestContainer): TestContainer {
  return {
    ...container,
    volumeMounts: Object.entries(mounts).map(([path, name]) => ({
      name,
      mountPath: path.replace(/:ro$/, ''),
      ...(path.endsWith(':ro') ? { readOnly: true } : {}),
    })),
  };
}

/** Folders that live as long as the pod. */
export function folders(...names: string[]): object[] {
  return names.map(name => ({ name, emptyDir: {} }));
}

/** A Service that sends traffic to the pods of `running`. */
export function service(...targetPorts: (number | string)[]): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: targetPorts.map((targetPort, index) => ({ name: `p${index}`, port: 80 + index, targetPort })) },
  };
}

/** A ConfigMap. */
export function configMap(name: string, data: object): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

/** Who helps, and how: `db: outbound`. */
export function helpers(recognition: Recognition): string[] {
  return recognition.helpers.map(({ container, direction }) => `${container.name}: ${direction}`);
}
