import type { Draft } from './draft';
import { acknowledgmentOf } from '../rules/engine/acknowledgment';

/** Why the user accepts the findings of a rule about a container, or about the pod; undefined if not. A comment or an annotation says so. */
export function acceptance({ options, pod }: Draft, rule: string, container?: string): string | undefined {
  return options.acceptedBecause?.(container, rule) ?? acknowledgmentOf(pod, rule, container);
}

/**
 * Whether what a rule is about stays because the user accepts it; a step then says so.
 *
 * @param stays what does not change, as the beginning of a sentence
 */
export function staysAccepted(draft: Draft, rule: string, container: string | undefined, stays: string): boolean {
  const reason = acceptance(draft, rule, container);
  if (reason !== undefined) {
    const why = `${stays}, because ${rule} is accepted for ${container === undefined ? 'the pod' : 'it'}: ${reason}`;
    if (!draft.accepted.some(one => one.why === why)) {
      draft.accepted.push({ rule, why });
    }
  }
  return reason !== undefined;
}
