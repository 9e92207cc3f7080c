/**
 * A Git server over HTTPS, in the network of a pod. With the public key of a GitHub App it also plays GitHub: it gives the app a token for its signed request, and lets
 * only those fetch who have it.
 *
 * Started with its port, the folder of the repositories, the files of its certificate and key, and the file of the public key.
 */
import { spawn } from 'node:child_process';
import { createVerify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [port, folder, cert, key, appKey] = process.argv.slice(2);
const TOKEN = 'made-up-installation-token';

function isSigned(authorization = '') {
  const [header, claims, signature] = authorization.replace(/^Bearer /, '').split('.');
  return createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(readFileSync(appKey), signature ?? '', 'base64url');
}

function mayFetch(authorization = '') {
  return !appKey || Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString().endsWith(`:${TOKEN}`);
}

function giveToken(request, response) {
  const isRight = isSigned(request.headers.authorization);
  response.writeHead(isRight ? 201 : 401);
  response.end(JSON.stringify(isRight ? { token: TOKEN, expires_at: new Date(Date.now() + 3600e3).toISOString() } : { message: 'not signed by the app' }));
}

function backend(request, response) {
  const url = new URL(request.url, 'https://localhost');
  const env = {
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const parts = [];
  request.pipe(child.stdin);
  child.stdout.on('data', part => parts.push(part)).on('end', () => {
    const answer = Buffer.concat(parts);
    const end = answer.indexOf('\r\n\r\n');
    const headers = answer.subarray(0, end).toString().split('\r\n').map(line => line.split(': '));
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.end(answer.subarray(end + 4));
  });
}

createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
  if (request.url.endsWith('/access_tokens')) {
    giveToken(request, response);
  } else if (mayFetch(request.headers.authorization)) {
    backend(request, response);
  } else {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  }
}).listen(Number(port), '127.0.0.1');
