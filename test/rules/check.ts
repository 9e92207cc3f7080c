import { readMesh } from '../../src/core/mesh-option';
import { TYPESCRIPT } from '../../src/data/language';
import { Subject, Wording } from '../../src/data/wording';
import { predictInMesh } from '../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../src/kubernetes/manifest';
import { PodModel } from '../../src/kubernetes/pod';
import { Mesh } from '../../src/meshes/mesh';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { findingText } from '../../src/rules/engine/finding';
import { signsOf } from '../../src/rules/engine/pod-signs';
import { finding, Offense, Rule, RuleContext } from '../../src/rules/engine/rule';
import { joinMesh } from '../../src/sidecars/mesh-join';

/** What a test says beside the pod. */
export interface CheckOptions {
  readonly kubernetes?: string | KubernetesVersion;
  readonly stops?: RuleContext['stops'];
  /** The other objects of the same input. */
  readonly beside?: readonly object[];
}

/** What a rule says about a pod, as a person reads it. */
export function says(rule: Rule, pod: PodModel, context: CheckOptions = {}): string[] {
  return offenses(rule, pod, context).map(offense => findingText(finding(rule, offense)));
}

/** What a rule says about a pod, as data. */
export function offenses(rule: Rule, pod: PodModel, context: CheckOptions = {}): readonly Offense[] {
  const kubernetes = context.kubernetes ? versionOf(context.kubernetes) : KubernetesVersion.DEFAULT;
  const recognition = new Recognition(pod, new Surroundings(context.beside ?? []));
  return ask(rule, { pod, kubernetes, stops: context.stops ?? {}, recognition });
}

/** What a rule says about a pod that joins a mesh, as a person reads it. */
export function saysInMesh(rule: Rule, mesh: Mesh, pod: PodModel): string[] {
  return offensesInMesh(rule, mesh, pod).map(offense => findingText(finding(rule, offense)));
}

/** What a rule says about a pod that joins a mesh, as data. */
export function offensesInMesh(rule: Rule, mesh: Mesh, pod: PodModel): readonly Offense[] {
  const kubernetes = KubernetesVersion.DEFAULT;
  const [found] = findTemplates(structuredClone(pod.manifest)).templates;
  const joined = joinMesh(mesh, found, kubernetes);
  const stops = Object.fromEntries([...joined.shutdowns].map(([name, shutdown]) => [name, { shutdown }]));
  const predicted = PodModel._of(joined.predict(found));
  return ask(rule, { pod: predicted, kubernetes, stops, mesh: joined.context, recognition: new Recognition(predicted) });
}

/** What a rule says about a pod as `--mesh` predicts it, as data. */
export function offensesByPrediction(rule: Rule, mesh: string, pod: PodModel, { beside = [], kubernetes = '1.33' }: CheckOptions = {}): readonly Offense[] {
  const version = versionOf(kubernetes);
  const { found, context, stops } = predictInMesh(readMesh(mesh), pod._found, version);
  const predicted = PodModel._of(found);
  return ask(rule, { pod: predicted, kubernetes: version, stops, mesh: context, recognition: new Recognition(predicted, new Surroundings(beside)) });
}

/** A rule is only asked about pods that have what it says that it needs, so it may not offend where that is missing. */
function ask(rule: Rule, context: RuleContext): readonly Offense[] {
  const found = rule.check(context).map(offense => ({ ...offense, message: inTypeScript(offense.message), fix: inTypeScript(offense.fix) }));
  if (found.length > 0 && rule.needs !== undefined && !signsOf(context.pod, context.mesh !== undefined)[rule.needs]) {
    throw new Error(`${rule.id} needs '${rule.needs}', and offends where there is none: ${found[0].message}`);
  }
  return found;
}

function inTypeScript(text: Subject): string {
  return text instanceof Wording ? text.in(TYPESCRIPT) : text;
}

function versionOf(kubernetes: string | KubernetesVersion): KubernetesVersion {
  return typeof kubernetes === 'string' ? KubernetesVersion.of(kubernetes) : kubernetes;
}
