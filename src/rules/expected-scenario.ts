import { RuleContext } from './engine/rule';
import { knownShutdown } from './known-shutdowns';
import { obstaclesOf } from './obstacles';
import { annotatedShutdowns, SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';
import { AssumedScenario, assumeScenario } from '../simulator/assumptions';
import { simulate } from '../simulator/simulator';
import { PodOutcome } from '../simulator/timeline-event';

/** What a pod's programs will most likely do, and where that comes from. */
export interface ExpectedScenario extends AssumedScenario {
  /** What is known of the pod's programs, in sentences. */
  readonly known: readonly string[];
}

/**
 * What the programs of a pod will most likely do: what is declared or known, and the usual for the rest.
 *
 * A shutdown time is taken from what code or the scenario declares, else from the pod's annotation, else from what is known of the program by its image, version and
 * flags, else from the mesh. Gates that the rules know never to open stay closed, and what is known never to end does not.
 */
export function expectScenario(context: RuleContext): ExpectedScenario {
  const { pod, kubernetes } = context;
  const { shutdowns, sentences } = knownShutdowns(context);
  const { expected, reasons } = obstaclesOf(context);
  const expectations = { ...expected, shutdowns };
  const known = [...reasons, ...sentences];
  // A deletion that is only assumed would hide that the pod never starts.
  const undeleted = assumeScenario(pod, kubernetes, { ...expectations, stays: true });
  const isStuck = simulate(pod, undeleted.scenario).outcome === PodOutcome.STUCK;
  return { ...(isStuck ? undeleted : assumeScenario(pod, kubernetes, expectations)), known };
}

/** Every shutdown time that need not be assumed, and where it comes from. */
function knownShutdowns({ pod, stops, mesh, recognition }: RuleContext) {
  const annotated = annotatedShutdowns(pod).seconds;
  const shutdowns: { [container: string]: number } = {};
  const sentences: string[] = [];
  for (const container of [...pod.mains, ...pod.sidecars]) {
    const { name } = container;
    const known = knownShutdown(stops, recognition, container);
    if (!known) {
      continue;
    }
    const { seconds, program } = known;
    shutdowns[name] = seconds;
    if (program) {
      sentences.push(`'${name}' (${program.program}) stops within ${seconds} s`);
    } else if (annotated.get(name) === seconds) {
      sentences.push(`'${name}' stops within ${seconds} s, as the annotation ${SHUTDOWN_ANNOTATION} declares`);
    } else if (mesh?.injected.includes(name)) {
      sentences.push(`'${name}' (${mesh.name} ${mesh.version}) stops within ${seconds} s`);
    }
  }
  return { shutdowns, sentences };
}
