import { ApiObject, Chart, DependencyGraph } from 'cdk8s';
import { IConstruct } from 'constructs';
import { SynthMemory } from './synth-memory';

const VALIDATED = Symbol('constructs that were validated');

/** Remembers for the rest of a synth how many constructs the app had when it was validated. */
export function rememberValidation(app: IConstruct, memory: SynthMemory): void {
  app.node.addValidation({
    validate: () => {
      memory.remember(VALIDATED, () => countIn(app));
      return [];
    },
  });
}

/** Whether cdk8s itself renders the chart, and no subclass of the user. */
export function isPlainChart(chart: IConstruct): boolean {
  return Object.getPrototypeOf(chart).toJson === Chart.prototype.toJson;
}

/**
 * Renders a chart of an app that is being synthesized.
 *
 * cdk8s resolves the dependencies of the whole app and validates all of it again for each of its charts, which takes charts × constructs. The app has done both by
 * now. Returns undefined when it has not, or when it has got constructs since then that must be validated too.
 */
export function renderInValidatedApp(chart: Chart, app: IConstruct, memory: SynthMemory): unknown[] | undefined {
  const validated = memory.recall(VALIDATED);
  if (validated === undefined || validated !== countIn(app)) {
    return undefined;
  }
  const objects = new DependencyGraph(chart.node).topology().filter(ApiObject.isApiObject);
  return objects.filter(object => Chart.of(object) === chart).map(object => object.toJson());
}

function countIn(app: IConstruct): number {
  return app.node.findAll().length;
}
