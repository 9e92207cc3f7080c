import { isIpAddress } from './ip-address';
import { ConfigMapping } from './yaml';

const TYPE = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3';

type Protocol = 'http' | 'grpc' | 'tcp';

/** TLS to an upstream. Verifies the name in the certificate. Otherwise Envoy would accept any certificate of a trusted authority. */
export function clientTls(host: string, protocol: Protocol, trustedCa: string): ConfigMapping {
  const isAddress = isIpAddress(host);
  return tlsSocket('UpstreamTlsContext', {
    sni: isAddress ? undefined : host,
    common_tls_context: {
      alpn_protocols: protocol === 'tcp' ? undefined : [protocol === 'grpc' ? 'h2' : 'http/1.1'],
      validation_context: {
        trusted_ca: { filename: trustedCa },
        match_typed_subject_alt_names: [{ san_type: isAddress ? 'IP_ADDRESS' : 'DNS', matcher: { exact: host } }],
      },
    },
  });
}

/** TLS for clients of the app, with a certificate of a Secret. */
export function serverTls(folder: string, protocol: Protocol): ConfigMapping {
  return tlsSocket('DownstreamTlsContext', {
    common_tls_context: {
      alpn_protocols: protocol === 'tcp' ? undefined : ['h2', 'http/1.1'],
      tls_certificates: [{ certificate_chain: { filename: `${folder}/tls.crt` }, private_key: { filename: `${folder}/tls.key` } }],
    },
  });
}

function tlsSocket(context: string, fields: ConfigMapping): ConfigMapping {
  return { name: 'envoy.transport_sockets.tls', typed_config: { '@type': `${TYPE}.${context}`, ...fields } };
}
