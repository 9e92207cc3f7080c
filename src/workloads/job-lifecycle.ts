import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { PodFailureRule } from './pod-failure';
import { RestartRule } from './restart-rule';
import { completeWorkload, WORKLOAD_KINDS, WorkloadLifecycle } from './workload-lifecycle';
import { refusal } from '../caller/refusal';
import { DURATION, having, listOf, NUMBER, oneOf } from '../data/arguments';
import { wording } from '../data/wording';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { MOST_RESTART_RULES } from '../kubernetes/restart-rules';
import { PodAttachments } from '../sidecars/attachments';
import { setSorted } from '../sidecars/json';
import { problemWith } from '../sidecars/newer-fields';

/** How often a SidecarJob or SidecarCronJob retries when it does not say: fewer times than Kubernetes' own Job. */
export const SIDECAR_JOB_BACKOFF_LIMIT = 3;

/** The lifecycle props of our Jobs that cdk8s-plus does not have. */
export interface JobLifecycle extends WorkloadLifecycle {
  readonly podFailureRules?: PodFailureRule[];
  readonly restartRules?: RestartRule[];
  readonly restartPolicy?: kplus.RestartPolicy;
}

/** What the properties of our Jobs must be. A missing deadline has a finding of its own. */
export const JOB_KINDS = {
  ...WORKLOAD_KINDS,
  activeDeadline: DURATION,
  ttlAfterFinished: DURATION,
  backoffLimit: NUMBER,
  restartPolicy: oneOf(kplus.RestartPolicy),
  podFailureRules: listOf(having(['_toJson'], ''), 'a list of rules, for example [PodFailureRule.onDisruption()]'),
  restartRules: listOf(having(['_toRule'], ''), 'a list of rules, for example [RestartRule.restartContainer([42])]'),
};

/** Refuses a Job without a deadline, which would wait forever for a gate that never opens, and one that has no time at all. */
export function checkDeadline(id: string, activeDeadline: Duration | undefined): Duration {
  if (!activeDeadline) {
    throw refusal`NS404 job '${id}' has no deadline, so it waits forever if a startup gate never opens: set 'activeDeadline', for example Duration.hours(1)`;
  }
  if (activeDeadline.toMilliseconds() <= 0) {
    throw refusal`NS409 job '${id}' has a deadline of 0, so it would fail with DeadlineExceeded as soon as it starts: set 'activeDeadline' to more than its longest run, for example Duration.hours(1)`;
  }
  return activeDeadline;
}

/** Adds the fields to a Job's manifest that cdk8s-plus does not have. */
export function completeJob(workload: IConstruct & { readonly containers: kplus.Container[] }, life: JobLifecycle): void {
  const attached = completeWorkload(workload, life);
  if (life.podFailureRules && life.podFailureRules.length > 0) {
    checkFailurePolicy(workload, life);
    attached.addFinisher(spec => {
      setSorted(spec, 'podFailurePolicy', { rules: life.podFailureRules!.map(rule => rule._toJson(workload.containers[0].name)) });
    });
  }
  if (life.restartRules && life.restartRules.length > 0) {
    restartByRules(workload, attached, life.restartRules, life.restartPolicy ?? kplus.RestartPolicy.NEVER);
  }
}

/** Gives the first main container restart rules, if the target has them. Otherwise the Job cannot do what the user asks for, and synth stops. */
function restartByRules(workload: IConstruct, attached: PodAttachments, rules: readonly RestartRule[], restartPolicy: string): void {
  if (rules.length > MOST_RESTART_RULES) {
    throw new Error(`job '${workload.node.id}' has ${rules.length} restart rules, but Kubernetes accepts at most ${MOST_RESTART_RULES}: list several exit codes in one rule`);
  }
  const restartsPod = rules.some(rule => rule.restartsPod);
  const feature = restartsPod ? KubernetesFeature.RESTART_ALL_CONTAINERS : KubernetesFeature.CONTAINER_RESTART_POLICY;
  const problem = () => problemWith(feature, wording`job '${workload.node.id}' restarts within its pod ('restartRules')`, 'restartRules', workload);
  workload.node.addValidation({ validate: () => [problem() ?? []].flat() });
  attached.addFinisher(spec => {
    if (problem() === undefined) {
      const [first] = spec.template.spec.containers;
      setSorted(first, 'restartPolicy', restartPolicy);
      setSorted(first, 'restartPolicyRules', rules.map(rule => rule._toRule()));
    }
  });
}

/** Refuses the restart policy Always, as Kubernetes does for a Job. */
export function checkRestartPolicy(id: string, restartPolicy: kplus.RestartPolicy | undefined): void {
  if (restartPolicy === kplus.RestartPolicy.ALWAYS) {
    throw refusal`job '${id}' has restartPolicy Always, which Kubernetes rejects for a Job: remove 'restartPolicy', or set it to ON_FAILURE`;
  }
}

function checkFailurePolicy(workload: IConstruct, life: JobLifecycle): void {
  if (life.restartPolicy !== undefined && life.restartPolicy !== kplus.RestartPolicy.NEVER) {
    throw refusal`job '${workload.node.id}' has 'podFailureRules' and restartPolicy ${life.restartPolicy}, but Kubernetes accepts a pod failure policy only with Never: remove one of them`;
  }
}
