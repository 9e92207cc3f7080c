/** The ports on which the proxies of meshes serve their own pod, and the name of the proxy's container. Ports that others use as often are not among them. */
const PROXY_PORTS: ReadonlyMap<number, string> = new Map([
  ...[15000, 15001, 15006, 15020, 15021, 15090].map(port => [port, 'istio-proxy'] as const),
  ...[4140, 4143, 4191].map(port => [port, 'linkerd-proxy'] as const),
  ...[3500, 3501, 50001].map(port => [port, 'daprd'] as const),
  ...[19000, 20600].map(port => [port, 'consul-dataplane'] as const),
  [9901, 'kuma-sidecar'],
]);

/** The name of the container that a mesh's proxy has, when a port belongs to one. */
export function proxyOfPort(port: number): string | undefined {
  return PROXY_PORTS.get(port);
}
