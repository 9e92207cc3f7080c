import { MeshKind } from './mesh-kind';
import { checkProps } from '../caller/refusal';
import { Kinds, requiredElsewhere, TEXT } from '../data/arguments';
import { ISTIO } from '../knowledge/meshes/istio';
import { AMBIENT } from '../knowledge/meshes/istio-ambient';
import { knownMeshVersion } from '../knowledge/meshes/mesh-version';

/** Options for a workload that joins Istio in ambient mode. */
export interface IstioAmbientOptions {
  /** The version of the Istio control plane, for example `1.29`. */
  readonly version: string;
}

/** What the options must be. */
const KINDS: Kinds<IstioAmbientOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '1.29'" }) };

/** Istio in ambient mode. */
export function istioAmbient(options: IstioAmbientOptions): MeshKind {
  checkProps('Istio ambient', options, KINDS);
  const version = knownMeshVersion(AMBIENT.name, options.version, [{ from: AMBIENT.since, to: ISTIO.known[0].to }]);
  return {
    name: AMBIENT.name,
    version: version.text,
    namespaceLabels: {},
    join: () => ({
      labels: { ...AMBIENT.labels },
      annotations: {},
      injected: [],
      reserved: { ports: [...AMBIENT.ports], users: [], containerNames: [] },
      clusterNeeds: [...AMBIENT.clusterNeeds],
      rewritesProbes: false,
    }),
  };
}
