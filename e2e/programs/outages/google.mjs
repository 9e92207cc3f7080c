/**
 * What Google does for the proxies of Cloud SQL and AlloyDB: it gives tokens, tells where an instance is, signs the key of the proxy, and has a database, which sends back what it gets.
 *
 * Started with its port and a folder with the certificate authority (`ca.crt`, `ca.key`) and the certificate of the instance (`instance.crt`, `instance.key`).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

const [port, folder] = process.argv.slice(2);
const CLOUD_SQL_PORT = 3307;
const ALLOYDB_PORT = 5433;
/** The answer to what the proxy of AlloyDB tells about itself: four bytes of length, and a message that all is well. */
const WELCOME = Buffer.from([0, 0, 0, 2, 8, 1]);
const file = name => join(folder, name);
const ca = readFileSync(file('ca.crt'), 'utf8');

function ephemeral(key) {
  writeFileSync(file('proxy.pub'), key);
  const args = ['x509', '-new', '-force_pubkey', file('proxy.pub'), '-subj', '/CN=proxy', '-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-days', '1'];
  return execFileSync('openssl', args, { encoding: 'utf8' });
}

function answer(url, body) {
  if (url.endsWith('/token')) {
    return { access_token: 'made-up', token_type: 'Bearer', expires_in: 3600 };
  }
  if (url.includes(':generateEphemeralCert')) {
    return { ephemeralCert: { cert: ephemeral(JSON.parse(body).public_key.replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY')) } };
  }
  if (url.includes(':generateClientCertificate')) {
    return { pemCertificateChain: [ephemeral(JSON.parse(body).publicKey)], caCert: ca };
  }
  if (url.includes('/connectionInfo')) {
    return { ipAddress: '127.0.0.1', instanceUid: 'made-up' };
  }
  return {
    region: 'europe-west1',
    databaseVersion: 'POSTGRES_17',
    backendType: 'SECOND_GEN',
    ipAddresses: [{ type: 'PRIMARY', ipAddress: '127.0.0.1' }],
    serverCaCert: { cert: ca },
  };
}

function echo(socket) {
  socket.on('error', () => undefined).pipe(socket);
}

/** The proxy of AlloyDB first tells who it is. */
function echoAfterWelcome(socket) {
  let said = Buffer.alloc(0);
  const listen = part => {
    said = Buffer.concat([said, part]);
    if (said.length >= 4 && said.length >= 4 + said.readUInt32BE()) {
      socket.off('data', listen);
      socket.write(WELCOME);
      socket.pipe(socket);
    }
  };
  socket.on('error', () => undefined).on('data', listen);
}

function answerApi(request, response) {
  const parts = [];
  request.on('data', part => parts.push(part)).on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request.url, Buffer.concat(parts).toString())));
  });
}

const tls = { cert: readFileSync(file('instance.crt')), key: readFileSync(file('instance.key')), ca, requestCert: true, rejectUnauthorized: true };
const listen = (server, at) => new Promise(resolve => server.listen(at, '127.0.0.1', resolve));
await listen(createTlsServer(tls, echo), CLOUD_SQL_PORT);
await listen(createTlsServer(tls, echoAfterWelcome), ALLOYDB_PORT);
await listen(createServer(answerApi), Number(port));
