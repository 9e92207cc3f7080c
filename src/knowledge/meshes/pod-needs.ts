import { excludes } from './excluded-ports';
import { MeshBound } from './mesh-version';
import { ReadBoolean } from './values';
import { follow, isObject, JsonObject, listOf } from '../../data/json';

/** Where Kubernetes mounts the token of a service account. */
const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

/** That a mesh needs the pod's service account token, and what a pod can write instead of mounting it. */
export interface TokenNeed {
  /** What happens without a token, as the rest of a sentence that begins with the pod. */
  readonly without: string;
  /** Whether that happens in every installation. */
  readonly certain: boolean;
  /** The annotation that stands in for the mount: it names a volume with a token, or makes the token needless. */
  readonly instead?: { readonly key: string; readonly value: string; readonly read: ReadBoolean | 'volume' };
}

/** A pod as far as its token matters. */
export interface TokenPod {
  readonly metadata: unknown;
  readonly spec: JsonObject;
}

/** Whether a pod gives a mesh the token that it needs. */
export function hasToken({ instead }: TokenNeed, { metadata, spec }: TokenPod): boolean {
  const value = instead && follow(metadata, ['annotations', instead.key]);
  if (instead && value !== undefined) {
    return instead.read === 'volume' ? listOf(spec.volumes).some(({ name }) => name === value) : instead.read(String(value)) === true;
  }
  return spec.automountServiceAccountToken !== false
    || listOf(spec.containers).some(container => listOf(container.volumeMounts).some(({ mountPath }) => mountPath === TOKEN_PATH));
}

/** What the Namespace of a pod has to do with a mesh. */
export interface NamespaceFacts {
  /** The labels without which the injector ignores pods of a Namespace that opt in. They leave other pods alone. */
  readonly labels: { readonly [key: string]: string };
  /** Since when the injector looks at the Namespace of a pod that opts in by itself. */
  readonly since?: MeshBound;
  /** Why the injector passes by a pod that opts in, and what to do; undefined when it does not. */
  readonly refusal: (namespace: JsonObject, pod: JsonObject) => { readonly why: string; readonly fix: string } | undefined;
}

/** That a mesh needs Services in front of its pods. */
export interface ServiceNeed {
  /** What happens with none or with several, as the rest of a sentence. */
  readonly otherwise: string;
  /** The annotation of a pod that chooses one of several. */
  readonly choice: string;
  /** The annotation of a pod that names the service in the mesh. Several names, for a pod with several services, need a Service each. */
  readonly named: string;
  /** The label of a Service that the mesh ignores. */
  readonly ignored: { readonly key: string; readonly read: ReadBoolean };
  /** What happens when the service account of the pod has another name than its service, as the rest of a sentence; it matters where the mesh needs the token. */
  readonly otherAccount: string;
}

/** The names that the annotation of a pod gives its services in the mesh. */
export function servicesNamed({ named }: ServiceNeed, annotations: JsonObject): string[] {
  return String(annotations[named] ?? '').split(',').map(name => name.trim()).filter(name => name !== '');
}

/** How traffic from outside of the pod, such as a probe of the kubelet, gets to the proxy. */
export interface InboundFacts {
  /** The annotation that lists the ports which are not led to the proxy. */
  readonly excluded: string;
  /** The annotation that turns redirection off for a pod. */
  readonly redirects?: { readonly key: string; readonly read: ReadBoolean };
  /** What a probe meets at the proxy: one that accepts every connection, or one that wants a client certificate. */
  readonly meets?: 'accepts' | 'authenticates';
  /** The annotation for the default policy, and the values under which only plain HTTP probes are authorized. */
  readonly policy?: { readonly key: string; readonly onlyPlainHttp: readonly string[] };
}

/** Whether traffic to a port of a pod with these annotations is led to the proxy. */
export function isRedirected({ excluded, redirects }: InboundFacts, annotations: JsonObject, port: unknown): boolean {
  const value = redirects && annotations[redirects.key];
  return (value === undefined || redirects!.read(String(value)) !== false) && !excludes(annotations[excluded], port);
}

/** The ports that a probe asks, when it goes over the network: a name stands for the port of the container that has it. */
export function probedPort(probe: unknown, container: JsonObject): number | undefined {
  const handler = isObject(probe) ? [probe.httpGet, probe.tcpSocket, probe.grpc].find(isObject) : undefined;
  const port: unknown = listOf(container.ports).find(({ name }) => name !== undefined && name === handler?.port)?.containerPort ?? handler?.port;
  return typeof port === 'number' ? port : undefined;
}
