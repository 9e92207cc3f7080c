import { ApiObject } from 'cdk8s';
import { sortOwnKeys } from './json';
import { serviceInFrontOf } from './services';
import { KubernetesFeature } from '../kubernetes/features';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodRestartPolicy } from '../kubernetes/pod';
import { Finding } from '../rules/engine/finding';
import { delayLeftOut, delayTargetLacks } from '../rules/platform/field-target-lacks';

/** How long requests may still arrive after a pod began to stop, until all endpoints know. */
export const DEFAULT_PRE_STOP_DELAY_SECONDS = 5;

/** What is said about the delay; what is not said is undefined. */
export interface DelaySettings {
  readonly preStopDelaySeconds?: number;
  readonly imageHasSleep?: boolean;
}

/** What became of the delay. */
export interface Delay {
  readonly isWritten: boolean;
  readonly findings: readonly Finding[];
}

const NO_DELAY: Delay = { isWritten: false, findings: [] };

/** Lets a server behind a Service wait before it stops: it still gets requests for a moment, until all endpoints know that it is going. */
export function delayStop(object: ApiObject, manifest: any, template: any, settings: DelaySettings, kubernetes: KubernetesVersion): Delay {
  const { preStopDelaySeconds: asked } = settings;
  const seconds = asked ?? DEFAULT_PRE_STOP_DELAY_SECONDS;
  const handler = delayHandler(seconds, settings, kubernetes);
  // A delay that is only a default may be left out; one that was asked for may not.
  if (asked !== undefined && asked > 0 && !handler) {
    return { isWritten: false, findings: [delayTargetLacks(kubernetes)] };
  }
  const isServer = (template.spec.restartPolicy ?? PodRestartPolicy.ALWAYS) === PodRestartPolicy.ALWAYS;
  if (seconds === 0 || !isServer || template.spec.containers.every((main: any) => main.lifecycle?.preStop)) {
    return NO_DELAY;
  }
  const service = asked === undefined ? serviceInFrontOf(object, manifest.metadata?.namespace, template.metadata?.labels ?? {}) : undefined;
  if (asked === undefined && service === undefined) {
    return NO_DELAY;
  }
  if (!handler) {
    return { isWritten: false, findings: [delayLeftOut(service!, seconds, kubernetes)] };
  }
  template.spec.containers = template.spec.containers.map((main: any) => (main.lifecycle?.preStop
    ? main
    : sortOwnKeys({ ...main, lifecycle: { ...main.lifecycle, preStop: handler } })));
  return { isWritten: true, findings: [] };
}

function delayHandler(seconds: number, settings: DelaySettings, kubernetes: KubernetesVersion): object | undefined {
  if (kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
    return { sleep: { seconds } };
  }
  return settings.imageHasSleep ? { exec: { command: ['sleep', String(seconds)] } } : undefined;
}
