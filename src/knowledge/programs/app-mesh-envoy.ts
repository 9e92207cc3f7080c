import { KnownProgram } from './program';
import { injectedProgram } from '../meshes/proxy-facts';

/** The proxy of AWS App Mesh, which has no native sidecars and has ended. */
export const APP_MESH_ENVOY: KnownProgram = injectedProgram('App Mesh Envoy', /(^|\/)aws-appmesh-envoy$/);
