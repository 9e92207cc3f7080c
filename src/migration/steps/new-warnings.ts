import { Recognition } from '../../recognition/recognition';
import { Severity } from '../../rules/engine/finding';
import { findingsOf, PlacedFinding } from '../../rules/engine/rule';
import { stopTimesOf } from '../../rules/engine/stop-times';
import { RULES } from '../../rules/rule-book';
import { Draft } from '../draft';

/** Notes the errors and warnings that the rules report about the result but not about the original: the migration must not leave them unsaid. */
export function noteNewWarnings(draft: Draft, recognizeResult: () => Recognition): void {
  if (draft.moved.length === 0) {
    return;
  }
  const before = new Set(seriousIn(draft, draft.recognition).map(keyOf));
  for (const found of seriousIn(draft, recognizeResult())) {
    if (!before.has(keyOf(found)) && !isNoted(draft, found)) {
      draft.note(found.rule, `${found.message}: ${found.fix}`);
    }
  }
}

function seriousIn({ options: { kubernetes } }: Draft, recognition: Recognition): PlacedFinding[] {
  const { pod } = recognition;
  return findingsOf(RULES, { pod, kubernetes, stops: stopTimesOf(pod), recognition }).filter(({ severity }) => severity !== Severity.INFO);
}

function keyOf({ rule, container = '' }: PlacedFinding): string {
  return `${rule} ${container}`;
}

/** Whether a step about the same problem, or what the user accepts, already names the container: NS106 tells why a sidecar gets no startup probe. */
function isNoted({ manual, accepted }: Draft, { rule, container }: PlacedFinding): boolean {
  return [...manual, ...accepted].some(step => (step.rule === rule || (rule === 'NS101' && step.rule === 'NS106')) && (container === undefined || step.why.includes(`'${container}'`)));
}
