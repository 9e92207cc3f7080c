import { RuleContext } from './engine/rule';
import { FEATURES } from '../kubernetes/features';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { PodContainer } from '../kubernetes/pod';
import { gateText, settingText } from '../recognition/gates/gate-text';
import { rewriterOf } from '../recognition/gates/rewriter';

/** How to make a container a native sidecar, in the words of the reader; with the startup probe that is known to open. NS101 tells what one that a mesh redirects needs first. */
export function makeItNative({ reader, recognition, kubernetes }: Pick<RuleContext, 'reader' | 'recognition' | 'kubernetes'>, container: PodContainer): string {
  if (reader === 'construct') {
    return `make it a NativeSidecar${neededVersion(kubernetes)}`;
  }
  const gate = recognition.gate(container);
  const probe = gate.known && !rewriterOf(recognition, gate.probe) ? ` and a startupProbe: ${gateText(gate.probe)}${settingText(gate.settings)}` : '';
  return `make it ${nativeSidecar({ kubernetes })}, an init container with restartPolicy: Always${probe}`;
}

/** A native sidecar in a fix, with the Kubernetes version that it needs if the target is older. */
export function nativeSidecar({ kubernetes }: Pick<RuleContext, 'kubernetes'>): string {
  return `a native sidecar${neededVersion(kubernetes)}`;
}

function neededVersion(kubernetes: RuleContext['kubernetes']): string {
  return kubernetes.supports(KubernetesFeature.ORDERED_STOP) ? '' : ` (Kubernetes ${FEATURES[KubernetesFeature.ORDERED_STOP].onByDefault} or newer)`;
}
