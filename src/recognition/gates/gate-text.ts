import { GateSetting } from './advice';
import { JsonObject } from '../../data/json';

/** What a probe asks, as a part of a sentence: `httpGet /startup on port 9801`. */
export function gateText({ httpGet, tcpSocket, grpc, exec }: JsonObject): string {
  if (httpGet) {
    return `httpGet ${httpGet.path ?? '/'} on port ${httpGet.port}${httpGet.scheme === 'HTTPS' ? ' by HTTPS' : ''}`;
  }
  const port = (tcpSocket ?? grpc)?.port;
  return port === undefined ? `exec ${(exec?.command ?? []).join(' ')}` : `${tcpSocket ? 'tcpSocket' : 'grpc'} on port ${port}`;
}

/** What a gate needs, as the end of a sentence: `, with --health-check`. */
export function settingText(settings: readonly GateSetting[]): string {
  return settings.length === 0 ? '' : `, with ${settings.map(({ add }) => 'arg' in add ? add.arg : `${add.env.name}=${add.env.value}`).join(' ')}`;
}
