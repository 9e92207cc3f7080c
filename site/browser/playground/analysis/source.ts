import { readMesh } from '../../../../src/core/mesh-option';
import { LocatedPod, podsIn } from '../../../../src/core/pods';
import { CheckSettings } from '../../../../src/core/settings';
import { settleSettings } from '../../../../src/core/settle';
import { World } from '../../../../src/core/world';
import { KubernetesVersion } from '../../../../src/kubernetes/kubernetes-version';
import { parseText } from '../../../../src/yaml/parse';
import { InputProblem } from '../../../../src/yaml/problem';

/** How messages call the text of the editor. */
export const FILE = 'manifest.yaml';

/** What is said of the cluster. */
export interface Cluster {
  readonly kubernetes: string;
  /** Empty without a mesh. */
  readonly mesh: string;
}

/** A text that was read once, for everything that is shown of it. */
export interface ReadText {
  readonly text: string;
  readonly pods: readonly LocatedPod[];
  readonly world: World;
  readonly problems: readonly InputProblem[];
}

/** Reads manifests. Throws for a version or a mesh that is not supported. */
export function readText(text: string, cluster: Cluster): ReadText {
  const settings = settingsOf(cluster);
  const { documents, problems } = parseText(FILE, text);
  const found = podsIn(documents, settings.workloads);
  return { text, pods: found.pods, world: World.of(documents, settings), problems: [...problems, ...found.problems] };
}

function settingsOf({ kubernetes, mesh }: Cluster): CheckSettings {
  return settleSettings({ kubernetes: KubernetesVersion.of(kubernetes), mesh: mesh === '' ? undefined : readMesh(mesh) }, {});
}
