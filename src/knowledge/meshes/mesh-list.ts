import { CONSUL } from './consul';
import { DAPR } from './dapr';
import { ISTIO } from './istio';
import { KUMA } from './kuma';
import { LINKERD } from './linkerd';
import { MeshFacts } from './mesh-facts';
import { ProbeRewriting } from './probe-rewriting';

/** The meshes that this library knows. */
export const MESHES: readonly MeshFacts[] = [LINKERD, ISTIO, KUMA, CONSUL, DAPR];

/** How a mesh and its version are written on the command line, as an example. */
export const MESH_EXAMPLE = 'istio@1.29';

/** How a mesh of the user's own rewrites probes when it says that it does: the API documents it to be as Istio does. */
export const OWN_MESH_PROBES: ProbeRewriting = ISTIO.probes;
