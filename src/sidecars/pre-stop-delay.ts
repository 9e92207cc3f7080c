import { sortOwnKeys } from './json';
import { JsonObject } from '../data/json';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { LATE_REQUESTS_SECONDS } from '../kubernetes/late-requests';
import { FoundTemplate } from '../kubernetes/manifest';
import { PodRestartPolicy } from '../kubernetes/pod';
import { Surroundings } from '../recognition/surroundings';
import { Finding } from '../rules/engine/finding';
import { delayLeftOut, delayTargetLacks } from '../rules/platform/field-target-lacks';
import { delayOverHook, delayWithoutServer } from '../rules/stop/unheeded-delay';

/** The user's settings for the delay. Undefined means not given. */
export interface DelaySettings {
  readonly preStopDelaySeconds?: number;
  readonly imageHasSleep?: boolean;
}

/** Whether the delay was written, and the findings about it. */
export interface Delay {
  readonly isWritten: boolean;
  readonly findings: readonly Finding[];
}

const NO_DELAY: Delay = { isWritten: false, findings: [] };

/** Makes a server behind a Service wait before it stops, because requests still arrive until all clients have removed the endpoint. */
export function delayStop(found: FoundTemplate, settings: DelaySettings, kubernetes: KubernetesVersion, surroundings: Surroundings): Delay {
  const template: any = found.template;
  const { preStopDelaySeconds: requested } = settings;
  const seconds = requested ?? LATE_REQUESTS_SECONDS;
  const hasHandler = delayHandler(seconds, settings, kubernetes) !== undefined;
  const isRequested = requested !== undefined && requested > 0;
  // Synth may omit a delay that is only a default, but not one that the user requests.
  if (isRequested && !hasHandler) {
    return { isWritten: false, findings: [delayTargetLacks(kubernetes)] };
  }
  const isServer = !found.place.runsToCompletion && (template.spec.restartPolicy ?? PodRestartPolicy.ALWAYS) === PodRestartPolicy.ALWAYS;
  const hooked: string[] = template.spec.containers.filter((main: any) => main.lifecycle?.preStop).map((main: any) => main.name);
  const isHooked = hooked.length === template.spec.containers.length;
  const findings = isRequested ? unheeded(seconds, isServer, hooked, isHooked) : [];
  if (seconds === 0 || !isServer || isHooked) {
    return { isWritten: false, findings };
  }
  const service = requested === undefined ? serviceInFrontOf(found, surroundings) : undefined;
  if (requested === undefined && service === undefined) {
    return NO_DELAY;
  }
  if (!hasHandler) {
    return { isWritten: false, findings: [delayLeftOut(service!, seconds, kubernetes)] };
  }
  // Each container gets a hook of its own: YAML would write an anchor for a shared one.
  template.spec.containers = template.spec.containers.map((main: any) => (main.lifecycle?.preStop
    ? main
    : sortOwnKeys({ ...main, lifecycle: { ...main.lifecycle, preStop: delayHandler(seconds, settings, kubernetes) } })));
  return { isWritten: true, findings };
}

/** The findings about a requested delay that containers do not get. */
function unheeded(seconds: number, isServer: boolean, hooked: readonly string[], isHooked: boolean): Finding[] {
  if (!isServer) {
    return [delayWithoutServer(seconds)];
  }
  return hooked.length > 0 ? [delayOverHook(seconds, hooked, isHooked)] : [];
}

function delayHandler(seconds: number, settings: DelaySettings, kubernetes: KubernetesVersion): object | undefined {
  if (kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
    return { sleep: { seconds } };
  }
  return settings.imageHasSleep ? { exec: { command: ['sleep', String(seconds)] } } : undefined;
}

/** The name of a Service that sends requests to the pods of a template. */
function serviceInFrontOf({ manifest, template }: FoundTemplate, surroundings: Surroundings): string | undefined {
  const services: JsonObject[] = surroundings.services({ namespace: manifest.metadata?.namespace, metadata: template.metadata ?? {} });
  return services[0]?.metadata.name;
}
