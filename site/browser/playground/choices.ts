import { MESHES } from '../../../src/knowledge/meshes/mesh-list';
import { KnownVersions } from '../../../src/knowledge/meshes/mesh-version';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';

/** A value to choose, and how it is shown. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A group of choices. */
export interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

const OLDEST_MINOR = 20;

/** The Kubernetes versions that this library knows, newest first. */
export function kubernetesChoices(): Choice[] {
  const newest = KubernetesVersion.of('1.9999').minor;
  return Array.from({ length: newest - OLDEST_MINOR + 1 }, (_, index) => `1.${newest - index}`).map(value => ({ value, label: value }));
}

/** The releases of each mesh that this library knows, newest first. */
export function meshChoices(): ChoiceGroup[] {
  return MESHES.map(({ name, known }) => ({
    name,
    choices: known.filter(({ edge }) => !edge).reverse().flatMap(minors).map(version => ({ value: `${name.toLowerCase()}@${version}`, label: `${name} ${version}` })),
  }));
}

function minors({ from, to }: KnownVersions): string[] {
  const [major, first] = from.split('.').map(Number);
  const [lastMajor, last] = to.split('.').map(Number);
  return major === lastMajor ? Array.from({ length: last - first + 1 }, (_, index) => `${major}.${last - index}`) : [to, from];
}
