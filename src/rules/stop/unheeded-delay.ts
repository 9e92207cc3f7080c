import { noPreStopDelay } from './no-pre-stop-delay';
import { wording } from '../../data/wording';
import { Finding, Severity } from '../engine/finding';
import { finding, quoted } from '../engine/rule';

/** The finding about a pre-stop delay that the user requests for containers with a hook of their own. It is an error if no container can have the delay. */
export function delayOverHook(seconds: number, containers: readonly string[], isAll: boolean): Finding {
  return finding(noPreStopDelay, {
    severity: isAll ? Severity.ERROR : Severity.INFO,
    container: containers[0],
    message: wording`'preStopDelay' is ${seconds} s, but ${quoted(containers)} ${containers.length > 1 ? 'have preStop hooks of their own, which stay' : 'has its own preStop hook, which stays'} as ${containers.length > 1 ? 'they are' : 'it is'}`,
    fix: isAll ? wording`let the hook wait, and remove 'preStopDelay', or remove the hook` : 'let the hook wait, or remove it',
  });
}

/** The finding about a pre-stop delay that the user requests for a pod that does its work and ends. */
export function delayWithoutServer(seconds: number): Finding {
  return finding(noPreStopDelay, {
    severity: Severity.ERROR,
    message: wording`'preStopDelay' is ${seconds} s, but this pod runs to completion and serves no requests, so a delay would only prolong every stop`,
    fix: wording`remove 'preStopDelay'`,
  });
}
