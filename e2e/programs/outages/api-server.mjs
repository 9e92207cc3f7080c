/**
 * What an API server says about tokens and permissions: one token belongs to the service account `web` in the namespace `shop`, which may do everything.
 *
 * Started with its port, the files of its certificate and key, and the token.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [port, cert, key, token] = process.argv.slice(2);
const USER = { username: 'system:serviceaccount:shop:web', uid: 'web-uid', groups: ['system:serviceaccounts'] };

/** As an API server: the path tells the kind, which clients may leave out. */
function statusOf(path, { spec }) {
  if (path.endsWith('/tokenreviews')) {
    const authenticated = spec.token === token;
    return authenticated ? { authenticated, user: USER, audiences: spec.audiences } : { authenticated };
  }
  return { allowed: spec.user === USER.username };
}

createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
  const parts = [];
  request.on('data', part => parts.push(part)).on('end', () => {
    const review = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : undefined;
    response.writeHead(review ? 201 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(review ? { ...review, status: statusOf(request.url, review) } : { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 }));
  });
}).listen(Number(port), '127.0.0.1');
