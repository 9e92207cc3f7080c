import { shipsIntoPod } from './collectors';
import { interceptions } from './helpers-by-interception';
import type { LoopbackCall } from './loopback-call';
import { PodView, repository } from './pod-view';
import { FOR_OPERATION } from './port-names';
import { portsOf } from './program-runs';
import { mountedTexts } from './settings';
import { isOfLogs, sharedFolders } from './shared-files';
import { isObject, listOf } from '../data/json';
import { isOwnKey } from '../knowledge/meshes/membership';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { isPayload, isStore } from '../knowledge/payloads';
import { Direction, KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

/** Annotations of injectors other than meshes, with the container that each injector adds. */
const INJECTED: readonly { readonly annotation: RegExp; readonly container: RegExp }[] = [
  { annotation: /^vault\.hashicorp\.com\/agent-inject-status$/, container: /^vault-agent$/ },
  { annotation: /^sidecar\.opentelemetry\.io\//, container: /^otc-container$/ },
  { annotation: /^sidecar\.jaegertracing\.io\//, container: /^jaeger-agent$/ },
  { annotation: /^gke-gcsfuse\//, container: /^gke-gcsfuse-sidecar$/ },
];

/** How a pod uses a program. */
export interface Way {
  readonly direction: Direction;
  /** Nothing shows whether it receives the app's traffic or carries what the app sends; it counts as one that receives it, which need not move. */
  readonly isUnclear?: true;
}

/** The direction of a program as a pod uses it. */
export function wayOf(view: PodView, container: PodContainer, program: KnownProgram): Way {
  const { direction, isRoute } = program;
  if (isInjected(view, container)) {
    return { direction: 'mesh' };
  }
  if (program.answersAll?.(view.recognition.run(container)) && isAsked(view, container)) {
    return { direction: 'outbound' };
  }
  if (view.isConfigured(container)) {
    return { direction };
  }
  if (isRoute || direction !== 'outbound') {
    // What sends to the app follows it, as what asks it does.
    return { direction: direction === 'shipper' && shipsIntoPod(view, container) ? 'observer' : direction };
  }
  const redirects = program.servesBothWays ? interceptions(view).filter(({ proxy }) => proxy === container) : [];
  if (redirects.some(({ inboundOnly }) => !inboundOnly) || isCalled(view, container, program)) {
    return { direction };
  }
  if (redirects.length > 0 || isFront(view, container)) {
    return { direction: 'inbound' };
  }
  return shipsLogs(view, container, program) ? { direction: 'shipper' } : uncalledWay(view, container, program);
}

/** What the configuration of a collector calls the protocols in which others send to it. */
const RECEIVES = /^[ \t]*["']?(otlp|zipkin|jaeger|opencensus|statsd|fluentforward|syslog|tcplog|udplog)(\/[\w-]+)?["']?\s*:/m;

/** Whether a collector that nobody is seen to call has the logs of another one, and no port or setting to receive anything else. */
function shipsLogs(view: PodView, container: PodContainer, program: KnownProgram): boolean {
  const { recognition, runners } = view;
  const isNone = program.isTunnel || program.servesBothWays || program.way || isStore(repository(container));
  if (isNone || view.loopback.calls.some(call => call.to === container)) {
    return false;
  }
  const folders = sharedFolders(recognition.pod, runners);
  const places = new Set(folders.filter(folder => folder.container === container).map(({ place }) => place));
  return folders.some(other => other.container !== container && places.has(other.place) && !other.readOnly && isOfLogs(other))
    && receivingPorts(container).length === 0 && !mountedTexts(recognition, container).some(text => RECEIVES.test(text));
}

/** The ports of a container on which others may send to it: neither its name nor a probe shows another use. */
function receivingPorts({ spec: { ports, readinessProbe, livenessProbe, startupProbe } }: PodContainer): unknown[] {
  const probed = [readinessProbe, livenessProbe, startupProbe].map(probe => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port);
  return listOf(ports).filter(({ name, containerPort }) => !FOR_OPERATION.test(String(name ?? '')) && !probed.includes(containerPort) && !probed.includes(name ?? ''));
}

/** The direction of a program that neither a call, nor a Service, nor a redirection shows. */
function uncalledWay(view: PodView, container: PodContainer, program: KnownProgram): Way {
  const { direction, servesBothWays, way } = program;
  const told = way?.(view.recognition.run(container));
  // On the node's network it carries what the node sends, with or without the app; and a web server that is told nothing sends nothing.
  const isUsed = view.recognition.pod.spec.hostNetwork !== true && !view.runners.some(other => isBareServer(view, other));
  const shown = servesBothWays && told === 'outbound' && !isUsed ? undefined : told;
  if (shown !== undefined || (!servesBothWays && !way)) {
    return { direction: shown ?? direction };
  }
  return { direction: 'inbound', ...(hasNoSign(view, container, way !== undefined) ? { isUnclear: true } : {}) };
}

/** A web server that is told nothing: it has no configuration by which it could call another host. */
function isBareServer(view: PodView, container: PodContainer): boolean {
  const { command, args, env, envFrom, volumeMounts } = container.spec;
  return view.program(container)?.direction === 'inbound' && [command, args, env, envFrom, volumeMounts].every(told => told === undefined);
}

function isInjected({ recognition: { pod } }: PodView, { name }: PodContainer): boolean {
  const annotations: unknown = pod.metadata.annotations;
  const keys = isObject(annotations) ? Object.keys(annotations).filter(key => annotations[key] !== 'false') : [];
  return INJECTED.some(mark => mark.container.test(name) && keys.some(key => mark.annotation.test(key)))
    || MESHES.some(mesh => mesh.proxy.container === name && keys.some(key => isOwnKey(mesh, key)));
}

/** Whether a container that does not only ask calls it. One that declares no port may be calling itself, unless the name of the setting says that it calls another one. */
function isCalled(view: PodView, container: PodContainer, { servesBothWays }: KnownProgram): boolean {
  const isMeant = (call: LoopbackCall) => !servesBothWays || !call.byElimination || call.isMeans === true || view.faces(call.from);
  const mayNeed = (call: LoopbackCall) => !call.isOnlooking && (!view.isAsker(call.from) || call.isMeans === true);
  return view.loopback.calls.some(call => call.to === container && mayNeed(call) && isMeant(call));
}

/** Whether another container calls it, or is a proxy with its address among those to which it forwards: it asks it before each request. */
function isAsked({ loopback, runners, recognition }: PodView, container: PodContainer): boolean {
  const upstreams = (other: PodContainer) => recognition.program(other)?.upstreams?.(recognition.run(other)) ?? [];
  const asks = (other: PodContainer) => upstreams(other).some(port => loopback.ownerOf(port, other) === container);
  return loopback.calls.some(({ to }) => to === container) || runners.some(other => other !== container && asks(other));
}

/** Whether Services send everything to it, or it calls a container that is the app of most pods. */
function isFront({ targets, loopback }: PodView, container: PodContainer): boolean {
  return (targets.has(container) && targets.size === 1) || loopback.calls.some(call => call.from === container && isPayload(repository(call.to)));
}

/**
 * Whether nothing tells what it does: no Service, no call, no other container that only it can reach; nor a port or a file of the input, unless its settings would show it.
 */
function hasNoSign({ recognition, runners, targets, loopback }: PodView, container: PodContainer, isToldBySettings: boolean): boolean {
  return !targets.has(container) && !loopback.calls.some(call => call.from === container || call.to === container)
    && !runners.some(other => other !== container && loopback.servedLocally(other) !== undefined)
    && (isToldBySettings || (portsOf(container).length === 0 && recognition.run(container).source.files().length === 0));
}
