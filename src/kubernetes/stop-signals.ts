import { KubernetesFeature } from './kubernetes-feature';
import { KubernetesVersion } from './kubernetes-version';
import { PodModel, PodContainer } from './pod';
import { isLeftOpen, RejectedField } from './rejected-fields';
import { shown } from '../data/words';

/** The signal that no program can handle. */
export const KILL = 'SIGKILL';

/** The signals of Linux that the API server of 1.36 lists, without the real-time signals. */
const LINUX: readonly string[] = [
  'SIGABRT', 'SIGALRM', 'SIGBUS', 'SIGCHLD', 'SIGCLD', 'SIGCONT', 'SIGFPE', 'SIGHUP', 'SIGILL', 'SIGINT', 'SIGIO', 'SIGIOT', KILL, 'SIGPIPE', 'SIGPOLL', 'SIGPROF', 'SIGPWR',
  'SIGQUIT', 'SIGSEGV', 'SIGSTKFLT', 'SIGSTOP', 'SIGSYS', 'SIGTERM', 'SIGTRAP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU', 'SIGURG', 'SIGUSR1', 'SIGUSR2', 'SIGVTALRM', 'SIGWINCH',
  'SIGXCPU', 'SIGXFSZ',
];
const REAL_TIME = /^SIG(RTMIN(\+([1-9]|1[0-5]))?|RTMAX(-([1-9]|1[0-4]))?)$/;
const WINDOWS: readonly string[] = [KILL, 'SIGTERM'];

/** The stop signal that a container asks for, if the kubelet honors it; undefined if its image decides. */
export function stopSignalOf({ spec }: PodContainer, kubernetes: KubernetesVersion): string | undefined {
  const signal: unknown = spec.lifecycle?.stopSignal;
  return typeof signal === 'string' && kubernetes.supports(KubernetesFeature.STOP_SIGNAL) ? signal : undefined;
}

/** The stop signal of a container that an API server with stop signals rejects. */
export function rejectedStopSignal(pod: PodModel, { spec }: PodContainer): RejectedField[] {
  const signal: unknown = spec.lifecycle?.stopSignal;
  if (signal === undefined || signal === null || (typeof signal === 'string' && isLeftOpen(signal))) {
    return [];
  }
  const path = ['lifecycle', 'stopSignal'];
  const os: unknown = pod.spec.os?.name;
  if (os === undefined || os === null || os === '') {
    return [{ path, problem: 'has a stopSignal in a pod without os.name', fix: 'set os.name of the pod, such as linux' }];
  }
  const isKnown = os === 'windows' ? WINDOWS.includes(String(signal)) : LINUX.includes(String(signal)) || REAL_TIME.test(String(signal));
  return isKnown ? [] : [{
    path,
    problem: `has stopSignal ${shown(signal)}${os === 'windows' ? ' in a pod for Windows' : ''}`,
    fix: `use ${os === 'windows' ? WINDOWS.join(' or ') : 'the name of a signal, such as SIGTERM or SIGQUIT'}`,
  }];
}
