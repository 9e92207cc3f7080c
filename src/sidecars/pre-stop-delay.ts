import { ApiObject } from 'cdk8s';
import { sortOwnKeys } from './json';
import { serviceInFrontOf } from './services';
import { KubernetesFeature } from '../lifecycle/kubernetes-features';
import { KubernetesVersion } from '../lifecycle/kubernetes-version';
import { PodRestartPolicy } from '../lifecycle/pod';
import { delayTargetLacks } from '../rules/field-target-lacks';
import { Finding } from '../rules/finding';

/** How long requests may still arrive after a pod began to stop, until all endpoints know. */
export const DEFAULT_PRE_STOP_DELAY_SECONDS = 5;

/** What is said about the delay; what is not said is undefined. */
export interface DelaySettings {
  readonly preStopDelaySeconds?: number;
  readonly imageHasSleep?: boolean;
}

/**
 * Lets a server behind a Service wait before it stops: it still gets requests for a moment, until all endpoints know that it is going.
 *
 * @returns for whom it waits; undefined when nothing was written
 */
export function delayStop(
  object: ApiObject, manifest: any, template: any, settings: DelaySettings, kubernetes: KubernetesVersion,
): string | undefined {
  const seconds = settings.preStopDelaySeconds ?? DEFAULT_PRE_STOP_DELAY_SECONDS;
  const isServer = (template.spec.restartPolicy ?? PodRestartPolicy.ALWAYS) === PodRestartPolicy.ALWAYS;
  if (seconds === 0 || !isServer || template.spec.containers.every((main: any) => main.lifecycle?.preStop)) {
    return undefined;
  }
  const service = serviceInFrontOf(object, manifest.metadata?.namespace, template.metadata?.labels ?? {});
  const handler = service === undefined && settings.preStopDelaySeconds === undefined ? undefined : delayHandler(seconds, settings, kubernetes);
  if (!handler) {
    return undefined;
  }
  template.spec.containers = template.spec.containers.map((main: any) => (main.lifecycle?.preStop
    ? main
    : sortOwnKeys({ ...main, lifecycle: { ...main.lifecycle, preStop: handler } })));
  return service ?? 'requests that still arrive';
}

/** A delay that is only a default may be left out; one that was asked for may not. */
export function delayProblems(settings: DelaySettings, kubernetes: KubernetesVersion): Finding[] {
  const asked = settings.preStopDelaySeconds ?? 0;
  return asked > 0 && !delayHandler(asked, settings, kubernetes) ? [delayTargetLacks(kubernetes)] : [];
}

function delayHandler(seconds: number, settings: DelaySettings, kubernetes: KubernetesVersion): object | undefined {
  if (kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
    return { sleep: { seconds } };
  }
  return settings.imageHasSleep ? { exec: { command: ['sleep', String(seconds)] } } : undefined;
}
