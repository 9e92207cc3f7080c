import { Ignored } from './ignore-comments';
import { acknowledgmentsOf } from '../../rules/engine/acknowledgment';
import { Severity } from '../../rules/engine/finding';
import { PlacedFinding } from '../../rules/engine/rule';
import { idleAcknowledgment } from '../../rules/platform/idle-acknowledgment';
import { checkPod } from '../../rules/rule-book';
import { InputProblem } from '../../yaml/problem';
import { linesTo, LocatedPod, regionOf } from '../pods';
import { World } from '../world';

/**
 * What `check` reports about comments and annotations that accept nothing, for a command that does not report findings.
 *
 * Only a pod of a document with such comments, or with such annotations, is checked for it.
 */
export function notesOnAcceptance(ignored: Ignored, pods: readonly LocatedPod[], world: World): InputProblem[] {
  const concerned = pods.filter(({ pod }) => ignored.isPossible || acknowledgmentsOf(pod).length > 0);
  const onAnnotations = concerned.flatMap(located => {
    const findings = checkPod(world.contextOf(located.pod, located.document.file));
    findings.forEach(({ rule, container, place }) => ignored.reason(located.pod, container, rule, () => linesTo(located, place)));
    const idle = findings.filter(({ rule, severity }) => rule === idleAcknowledgment.id && severity === Severity.WARNING);
    return idle.map(finding => noteOn(located, finding));
  });
  return concerned.length > 0 ? [...ignored.notes(), ...onAnnotations] : [];
}

function noteOn(located: LocatedPod, { place, message, fix }: PlacedFinding): InputProblem {
  const { line, column } = regionOf(located, place);
  return { file: located.document.file, line, column, message: `${message}: ${fix}` };
}
