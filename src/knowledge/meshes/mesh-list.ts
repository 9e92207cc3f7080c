import { CONSUL } from './consul';
import { DAPR } from './dapr';
import { ISTIO } from './istio';
import { KUMA } from './kuma';
import { LINKERD } from './linkerd';
import { MeshFacts } from './mesh-facts';

/** The meshes that this library knows. */
export const MESHES: readonly MeshFacts[] = [LINKERD, ISTIO, KUMA, CONSUL, DAPR];
