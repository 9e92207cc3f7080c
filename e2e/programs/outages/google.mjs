/**
 * What Google does for the proxy of Cloud SQL: it gives tokens, tells where an instance is, signs the key of the proxy, and has a database, which sends back what it gets.
 *
 * Started with its port and a folder with the certificate authority (`ca.crt`, `ca.key`) and the certificate of the instance (`instance.crt`, `instance.key`).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

const [port, folder] = process.argv.slice(2);
const DATABASE_PORT = 3307;
const file = name => join(folder, name);
const ca = readFileSync(file('ca.crt'), 'utf8');

function ephemeral(key) {
  writeFileSync(file('proxy.pub'), key.replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY'));
  const args = ['x509', '-new', '-force_pubkey', file('proxy.pub'), '-subj', '/CN=proxy', '-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-days', '1'];
  return execFileSync('openssl', args, { encoding: 'utf8' });
}

function answer(url, body) {
  if (url.endsWith('/token')) {
    return { access_token: 'made-up', token_type: 'Bearer', expires_in: 3600 };
  }
  if (url.includes(':generateEphemeralCert')) {
    return { ephemeralCert: { cert: ephemeral(JSON.parse(body).public_key) } };
  }
  return {
    region: 'europe-west1',
    databaseVersion: 'POSTGRES_17',
    backendType: 'SECOND_GEN',
    ipAddresses: [{ type: 'PRIMARY', ipAddress: '127.0.0.1' }],
    serverCaCert: { cert: ca },
  };
}

const tls = { cert: readFileSync(file('instance.crt')), key: readFileSync(file('instance.key')), ca, requestCert: true, rejectUnauthorized: true };
createTlsServer(tls, socket => socket.on('error', () => undefined).pipe(socket)).listen(DATABASE_PORT, '127.0.0.1', () => {
  createServer((request, response) => {
    const parts = [];
    request.on('data', part => parts.push(part)).on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(request.url, Buffer.concat(parts).toString())));
    });
  }).listen(Number(port), '127.0.0.1');
});
