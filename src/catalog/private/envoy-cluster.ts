import { clientTls } from './envoy-tls';
import { isIpAddress } from './ip-address';
import { ConfigMapping } from './yaml';

const TYPE = 'type.googleapis.com/envoy.extensions';
const CONNECT_TIMEOUT = '5s';

/** The destination of connections. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** An Envoy cluster with one endpoint. */
export function cluster(name: string, protocol: 'http' | 'grpc' | 'tcp', endpoint: Endpoint, trustedCa: string): ConfigMapping {
  const { host, port, tls } = endpoint;
  const isAddress = isIpAddress(host);
  return {
    name,
    type: isAddress ? 'STATIC' : 'STRICT_DNS',
    dns_lookup_family: isAddress ? undefined : 'V4_PREFERRED',
    connect_timeout: CONNECT_TIMEOUT,
    typed_extension_protocol_options: protocol === 'grpc' ? http2() : undefined,
    transport_socket: tls ? clientTls(host, protocol, trustedCa) : undefined,
    load_assignment: {
      cluster_name: name,
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: host, port_value: port } } } }] }],
    },
  };
}

function http2(): ConfigMapping {
  return {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
      '@type': `${TYPE}.upstreams.http.v3.HttpProtocolOptions`,
      'explicit_http_config': { http2_protocol_options: {} },
    },
  };
}
