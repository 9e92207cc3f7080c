import { RuleContext } from './engine/rule';
import { PodContainer } from '../kubernetes/pod';
import { gateText, settingText } from '../recognition/gates/gate-text';
import { rewriterOf } from '../recognition/gates/rewriter';

/** How to make a container a native sidecar, in the words of the reader; with the startup probe that is known to open. NS101 tells what one that a mesh redirects needs first. */
export function makeItNative({ reader, recognition }: Pick<RuleContext, 'reader' | 'recognition'>, container: PodContainer): string {
  if (reader === 'construct') {
    return 'make it a NativeSidecar';
  }
  const gate = recognition.gate(container);
  const probe = gate.known && !rewriterOf(recognition.pod, gate.probe) ? ` and a startupProbe: ${gateText(gate.probe)}${settingText(gate.settings)}` : '';
  return `make it a native sidecar, an init container with restartPolicy: Always${probe}`;
}
