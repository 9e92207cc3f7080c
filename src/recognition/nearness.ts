/** Names of folders into which the manifests of one app are laid out, as kustomize and Helm do. */
const LAYOUT = new RegExp('^(bases?|overlays?|components?|templates?|charts?|config|manifests?|k8s|kubernetes|deploy(ments?)?|envs?|environments?|patches|resources|common|local|test|qa'
  + '|dev(elopment)?|stag(e|ing)|prod(uction)?)$', 'i');

/** How far below a folder another one may be for its objects to belong together. */
const MOST_STEPS_BELOW = 2;

/**
 * Whether the objects of two files may belong together: they are in one folder, one is a little below the other, or both are in the layout of one app, such as
 * `base` and `overlays/prod`. An object elsewhere in a repository only has the same name by chance.
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
    ? rest.length + otherRest.length <= MOST_STEPS_BELOW || [...rest, ...otherRest].every(step => LAYOUT.test(step))
    : LAYOUT.test(rest[0]) && LAYOUT.test(otherRest[0]);
}

function foldersOf(file: string): string[] {
  return file.split('/').slice(0, -1);
}
