import { KnownProgram } from './program';

const BY_INJECTOR = () => 'its injector says how it starts';

/** The proxies of meshes. An injector writes them, so nobody should change them by hand. */
export const MESH_PROXIES: readonly KnownProgram[] = [
  { name: 'Istio proxy', repositories: /(^|\/)proxyv2$/, onlySidecar: true, direction: 'mesh', startup: BY_INJECTOR },
  { name: 'Linkerd proxy', repositories: /(^|\/)linkerd(-io)?\/proxy$/, onlySidecar: true, direction: 'mesh', startup: BY_INJECTOR },
  { name: 'Kuma data plane', repositories: /(^|\/)kuma-(dp|sidecar)$/, onlySidecar: true, direction: 'mesh', startup: BY_INJECTOR },
  { name: 'Consul data plane', repositories: /(^|\/)consul-dataplane$/, onlySidecar: true, direction: 'mesh', startup: BY_INJECTOR },
  { name: 'App Mesh Envoy', repositories: /(^|\/)aws-appmesh-envoy$/, onlySidecar: true, direction: 'mesh', startup: BY_INJECTOR },
];
