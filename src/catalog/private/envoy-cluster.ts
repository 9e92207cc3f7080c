import { ConfigMapping } from './yaml';
import { ENVOY_TRUSTED_CA } from '../../knowledge/programs/envoy';

const TYPE = 'type.googleapis.com/envoy.extensions';
const CONNECT_TIMEOUT = '5s';

/** The destination of connections. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** An Envoy cluster with one endpoint. */
export function cluster(name: string, protocol: 'http' | 'grpc' | 'tcp', endpoint: Endpoint): ConfigMapping {
  const { host, port, tls } = endpoint;
  const isAddress = isIpAddress(host);
  return {
    name,
    type: isAddress ? 'STATIC' : 'STRICT_DNS',
    dns_lookup_family: isAddress ? undefined : 'V4_PREFERRED',
    connect_timeout: CONNECT_TIMEOUT,
    typed_extension_protocol_options: protocol === 'grpc' ? http2() : undefined,
    transport_socket: tls ? tlsSocket(host, protocol) : undefined,
    load_assignment: {
      cluster_name: name,
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: host, port_value: port } } } }] }],
    },
  };
}

/** Whether a host is an IP address. */
function isIpAddress(host: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(':');
}

function http2(): ConfigMapping {
  return {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
      '@type': `${TYPE}.upstreams.http.v3.HttpProtocolOptions`,
      'explicit_http_config': { http2_protocol_options: {} },
    },
  };
}

/** Verifies the name in the certificate. Otherwise Envoy would accept any certificate of a trusted authority. */
function tlsSocket(host: string, protocol: 'http' | 'grpc' | 'tcp'): ConfigMapping {
  const isAddress = isIpAddress(host);
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': `${TYPE}.transport_sockets.tls.v3.UpstreamTlsContext`,
      'sni': isAddress ? undefined : host,
      'common_tls_context': {
        alpn_protocols: protocol === 'tcp' ? undefined : [protocol === 'grpc' ? 'h2' : 'http/1.1'],
        validation_context: {
          trusted_ca: { filename: ENVOY_TRUSTED_CA },
          match_typed_subject_alt_names: [{ san_type: isAddress ? 'IP_ADDRESS' : 'DNS', matcher: { exact: host } }],
        },
      },
    },
  };
}
