/** Names of folders into which the manifests of one app are laid out, as kustomize and Helm do. */
const LAYOUT = /^(bases?|overlays?|components?|templates?|charts?|config|manifests?|k8s|kubernetes|deploy(ments?)?|envs?|environments?|patches|resources|common)$/i;

/** Names of folders for one of several environments, which are alternatives: what is in one of them does not run with what is in another. */
const ENVIRONMENTS: ReadonlyMap<string, string> = new Map([
  ...['local', 'test', 'qa', 'dev', 'stage', 'prod'].map(name => [name, name] as const), ['development', 'dev'], ['staging', 'stage'], ['production', 'prod'],
]);

/** How far below a folder another one may be for its objects to belong together. */
const MOST_STEPS_BELOW = 2;

/**
 * Whether the objects of two files may belong together: they are in one folder, one is a little below the other, or both are in the layout of one app, such as
 * `base` and `overlays/prod`, but not in `dev` and `prod`. An object elsewhere in a repository only has the same name by chance.
 */
export function isNear(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) {
    return true;
  }
  const [steps, others] = [foldersOf(one), foldersOf(other)];
  let shared = 0;
  while (shared < steps.length && shared < others.length && steps[shared] === others[shared]) {
    shared++;
  }
  const [rest, otherRest] = [steps.slice(shared), others.slice(shared)];
  return rest.length === 0 || otherRest.length === 0
    ? rest.length + otherRest.length <= MOST_STEPS_BELOW || [...rest, ...otherRest].every(isLayout)
    : isLayout(rest[0]) && isLayout(otherRest[0]) && isOneEnvironment(rest, otherRest);
}

function isLayout(step: string): boolean {
  return LAYOUT.test(step) || ENVIRONMENTS.has(step.toLowerCase());
}

/** Whether two ways that part do not lead to different environments. */
function isOneEnvironment(...ways: readonly (readonly string[])[]): boolean {
  const named = ways.flatMap(way => way.map(step => ENVIRONMENTS.get(step.toLowerCase())).find(environment => environment !== undefined) ?? []);
  return new Set(named).size < 2;
}

function foldersOf(file: string): string[] {
  return file.split('/').slice(0, -1);
}
