import { follow, isObject } from '../../data/json';
import { PodModel } from '../../kubernetes/pod';
import { JOB_LABEL } from '../../kubernetes/workload-kinds';

/** A command that shows on a live pod what the explanation predicts. */
export interface Check {
  /** What the command shows. */
  readonly shows: string;
  /** The command, for a POSIX shell; it only reads. */
  readonly command: string;
}

const PLAIN = /^[\w.,:=@%+/-]+$/;

/**
 * Commands that show what a pod does, depending on the kind of its workload. The first ones set POD, the others use it.
 *
 * JSONPath templates are in double quotes, because kubectl requires single quotes inside a union of lists.
 */
export function checksFor(pod: PodModel): Check[] {
  const namespace = pod.namespace === undefined ? '' : ` -n ${quote(pod.namespace)}`;
  const get = `kubectl get pod "$POD"${namespace}`;
  const hasInits = pod.containers.length > pod.mains.length;
  const statuses = hasInits ? ".status['initContainerStatuses','containerStatuses']" : '.status.containerStatuses';
  return [
    ...findPod(pod, namespace),
    ...(hasInits ? [{
      shows: 'its init containers in order; a native sidecar shows Always',
      command: `${get} -o jsonpath="${table('.spec.initContainers', '.name', '.restartPolicy')}"`,
    }] : []),
    {
      shows: 'each container: whether it has started, whether it is ready, and its start time',
      command: `${get} -o jsonpath="${table(statuses, '.name', '.started', '.ready', '.state.running.startedAt')}"`,
    },
    {
      shows: 'each container: its end time and exit code; run this, then delete the pod or let it complete',
      command: `${get} --watch -o jsonpath="${table(statuses, '.name', '.state.terminated.finishedAt', '.state.terminated.exitCode')}"`,
    },
    {
      shows: 'its grace period and its QoS class',
      command: `${get} -o jsonpath="{.spec.terminationGracePeriodSeconds}{'\\t'}{.status.qosClass}{'\\n'}"`,
    },
    {
      shows: 'what the kubelet did, and which probes failed',
      command: `kubectl get events${namespace} --field-selector involvedObject.name="$POD" --sort-by=.lastTimestamp`,
    },
  ];
}

/** A template that prints a line for each item of a list. */
function table(list: string, ...fields: readonly string[]): string {
  return `{range ${list}[*]}${fields.map(field => `{${field}}`).join("{'\\t'}")}{'\\n'}{end}`;
}

function findPod(pod: PodModel, namespace: string): Check[] {
  const { workload, path } = pod._found;
  if (path.length === 0 && pod.name !== undefined) {
    return [{ shows: 'the pod', command: `POD=${quote(pod.name)}` }];
  }
  if (workload.makesJobs && pod.name !== undefined) {
    const job = quote(`^job.batch/${pod.name}-[0-9]*$`);
    return [
      { shows: 'the newest Job', command: `JOB=$(kubectl get jobs${namespace} --sort-by=.metadata.creationTimestamp -o name | grep ${job} | tail -n 1)` },
      firstPod(namespace, `${JOB_LABEL}="\${JOB#job.batch/}"`),
    ];
  }
  const selector = workload.podLabel !== undefined && pod.name !== undefined ? `${workload.podLabel}=${pod.name}` : selectorOf(pod);
  return selector === undefined
    ? [{ shows: 'the pods; set POD to the name of one of them', command: `kubectl get pods${namespace}` }]
    : [firstPod(namespace, quote(selector))];
}

function firstPod(namespace: string, selector: string): Check {
  return { shows: 'a pod', command: `POD=$(kubectl get pods${namespace} -l ${selector} -o jsonpath='{.items[0].metadata.name}')` };
}

/** The labels that select the pods: from the selector of the workload, or else from the pod template. */
function selectorOf(pod: PodModel): string | undefined {
  const selector = follow(pod.manifest, ['spec', 'selector']);
  const matchLabels = follow(selector, ['matchLabels']);
  const byWorkload = isObject(matchLabels) ? matchLabels : pod._found.workload.plainSelector ? selector : undefined;
  const labels = isObject(byWorkload) ? byWorkload : follow(pod.metadata, ['labels']);
  const pairs = isObject(labels) ? Object.entries(labels).filter(([, value]) => typeof value === 'string') : [];
  return pairs.length > 0 ? pairs.map(([key, value]) => `${key}=${value}`).join(',') : undefined;
}

/** Quotes a word for the shell if necessary: names in a manifest can contain anything. */
function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
