import { IConstruct } from 'constructs';
import { NativeSidecarProps } from './native-sidecar-props';
import { targetOf } from './target-version';
import { inCallersWords } from '../caller/refusal';
import { JsonObject } from '../data/json';
import { member, wording, Wording } from '../data/wording';
import { FEATURES } from '../kubernetes/features';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';

/** The props of a sidecar that cdk8s-plus and older Kubernetes versions do not know. */
export type NewerProps = Pick<NativeSidecarProps, 'onFailure' | 'stopSignal' | 'cpuResize' | 'memoryResize'>;

/** The fields of a container for these props, and what is wrong with them, in sentences. */
export interface NewerFields {
  readonly fields: JsonObject;
  readonly problems: readonly string[];
}

const NONE: NewerFields = { fields: {}, problems: [] };
/** Shared by all sidecars without newer props, as most are. */
const NO_PROPS: NewerProps = {};

/** The newer ones among the props of a sidecar. */
export function newerProps({ onFailure, stopSignal, cpuResize, memoryResize }: NewerProps): NewerProps {
  return onFailure || stopSignal || cpuResize || memoryResize ? { onFailure, stopSignal, cpuResize, memoryResize } : NO_PROPS;
}

/** Renders the newer fields of a sidecar. What its target cannot do is a problem if it is the whole point of the prop; NS602 reports what is only dropped. */
export function newerFields(name: string, construct: IConstruct, props: NewerProps, lifecycle: JsonObject = {}): NewerFields {
  const { onFailure, stopSignal, cpuResize, memoryResize } = props;
  if (!onFailure && !stopSignal && !cpuResize && !memoryResize) {
    return NONE;
  }
  const rules = onFailure?._toRules();
  const problem = rules && restartPodProblem(`sidecar '${name}'`, 'onFailure', construct);
  const resize = [...resizeOf('cpu', cpuResize), ...resizeOf('memory', memoryResize)];
  return {
    fields: {
      ...(rules && problem === undefined ? { restartPolicyRules: rules } : {}),
      ...(stopSignal ? { lifecycle: { ...lifecycle, stopSignal } } : {}),
      ...(resize.length > 0 ? { resizePolicy: resize } : {}),
    },
    problems: problem === undefined ? [] : [problem],
  };
}

/** Why a construct cannot restart all containers of its pod; undefined when its target can. */
export function restartPodProblem(subject: string, property: string, construct: IConstruct): string | undefined {
  return problemWith(KubernetesFeature.RESTART_ALL_CONTAINERS, wording`${subject} restarts the whole pod (${member(property)})`, property, construct);
}

/** Why a construct cannot have a feature that the user asks for; undefined when its target has it. */
export function problemWith(feature: KubernetesFeature, wish: Wording, property: string, construct: IConstruct): string | undefined {
  const target = targetOf(construct);
  const since = FEATURES[feature].onByDefault;
  return target.supports(feature) ? undefined
    : inCallersWords(wording`NS602 ${wish}, which Kubernetes ${target} cannot do: target ${since} or newer, for example PodLifecycle.target(chart, KubernetesVersion.of('${since}')), or remove ${member(property)}`);
}

/** The API server requires the operating system of a pod with a stop signal. */
export function completeOs(spec: { [key: string]: any }): void {
  const containers: JsonObject[] = spec.initContainers ?? [];
  if (spec.os === undefined && containers.some(({ lifecycle }) => lifecycle?.stopSignal !== undefined)) {
    spec.os = { name: 'linux' };
  }
}

function resizeOf(resourceName: string, restartPolicy: string | undefined): JsonObject[] {
  return restartPolicy ? [{ resourceName, restartPolicy }] : [];
}
