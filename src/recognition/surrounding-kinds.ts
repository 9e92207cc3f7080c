import { follow, isObject, JsonObject, listOf } from '../data/json';

/** How each kind is found again. */
export const KINDS: ReadonlyMap<string, (object: JsonObject) => string[]> = new Map([
  ['Namespace', object => [String(follow(object, ['metadata', 'name']))]],
  ['ConfigMap', object => [String(follow(object, ['metadata', 'name']))]],
  ['ServiceAccount', object => [String(follow(object, ['metadata', 'name']))]],
  // Knative has a Service too, which selects nothing.
  ['Service', object => (String(object.apiVersion ?? 'v1') === 'v1' ? selectorKeys(follow(object, ['spec', 'selector']), false) : [])],
  ['NetworkPolicy', object => selectorKeys(follow(object, ['spec', 'podSelector', 'matchLabels']), true)],
  ['PodMonitor', object => selectorKeys(follow(object, ['spec', 'selector', 'matchLabels']), true)],
  ['HorizontalPodAutoscaler', object => targetKeys(follow(object, ['spec', 'scaleTargetRef']))],
  ['VerticalPodAutoscaler', object => targetKeys(follow(object, ['spec', 'targetRef']))],
  ['Role', object => [String(follow(object, ['metadata', 'name']))]],
  ['RoleBinding', object => listOf(object.subjects).filter(({ kind }) => kind === 'ServiceAccount').map(({ name }) => String(name))],
]);

/** Those of them that only the migration asks for. */
const OF_MIGRATION: ReadonlySet<string> = new Set(['Role', 'RoleBinding']);

/** The kinds that pods are surrounded by. */
export const SURROUNDING_KINDS: readonly string[] = [...KINDS.keys()];

/** The kinds that rules look at. */
export const RULED_KINDS: readonly string[] = SURROUNDING_KINDS.filter(kind => !OF_MIGRATION.has(kind));

/** One pair of a selector is enough to find it by; a Service without a selector selects nothing, a policy without one everything. */
function selectorKeys(selector: unknown, emptyIsAll: boolean): string[] {
  const [first] = isObject(selector) ? Object.entries(selector) : [];
  return first ? [pairText(first[0], first[1])] : emptyIsAll ? [''] : [];
}

function targetKeys(target: unknown): string[] {
  return isObject(target) ? [`${target.kind}/${target.name}`] : [];
}

/** A label as it is found again. */
export function pairText(key: string, value: unknown): string {
  return `${key}=${String(value)}`;
}
