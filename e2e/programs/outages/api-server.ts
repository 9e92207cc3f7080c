import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from './stage';
import { selfSigned } from '../binaries';

/** The name of the API server, which needs no name server. */
const HOST = 'localhost';
export const API_PORT = 16443;
export const API_URL = `https://${HOST}:${API_PORT}`;

/** As a token of a service account, but that nobody could verify its signature. */
const CLAIMS = {
  'iss': 'https://kubernetes.default.svc',
  'sub': 'system:serviceaccount:shop:web',
  'aud': ['https://kubernetes.default.svc'],
  'iat': 1704067200,
  'nbf': 1704067200,
  'exp': 4102444800,
  'kubernetes.io': { namespace: 'shop', serviceaccount: { name: 'web', uid: 'web-uid' } },
};
export const SERVICE_ACCOUNT_TOKEN = [{ alg: 'RS256', kid: 'made-up' }, CLAIMS, 'signature'].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** Somebody who answers like an API server to what a program asks about a token. */
export class ApiServer {
  public readonly certificate: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'api-server-'));

  public constructor() {
    const [key, certificate] = selfSigned(HOST);
    this.certificate = certificate;
    writeFileSync(join(this.folder, 'tls.key'), key);
    writeFileSync(join(this.folder, 'tls.crt'), certificate);
  }

  public async start(stage: Stage): Promise<void> {
    await stage.serve('api-server.mjs', API_PORT, join(this.folder, 'tls.crt'), join(this.folder, 'tls.key'), SERVICE_ACCOUNT_TOKEN);
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
