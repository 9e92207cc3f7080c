/**
 * A backend in the network of a pod, which takes, refuses or never answers what is sent to it, and counts it: anything with item-000123 in it.
 *
 * Started with its port and `http` or `grpc`. Reads one order a line from its input, answers each with one line. With a third argument it runs as a pod of its own: it
 * takes everything, on all addresses, and tells the number of items at that port. With SINK_KEY and SINK_CERTIFICATE it speaks TLS, and takes only clients with that
 * certificate.
 */
import { createServer, request } from 'node:http';
import { createSecureServer as createSecureHttp2Server, createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';

const [port, protocol, countPort] = process.argv.slice(2);
const seen = new Set();
const connections = new Set();
let server;
let mode = 'refuse';

function note(body) {
  for (const [item] of body.toString('latin1').matchAll(/item-\d{6}/g)) {
    seen.add(item);
  }
}

function overHttp(message, response) {
  const parts = [];
  message.on('data', part => parts.push(part)).on('error', () => undefined).on('end', () => {
    if (mode === 'accept') {
      note(message.url);
      const body = Buffer.concat(parts);
      note(message.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    }
  });
}

/** A message of gRPC: whether it is compressed, four bytes of length, and the message. */
function overGrpc(stream) {
  const parts = [];
  stream.on('data', part => parts.push(part)).on('error', () => undefined).on('end', () => {
    if (mode !== 'accept' || stream.destroyed) {
      return;
    }
    const body = Buffer.concat(parts);
    note(body[0] === 1 ? gunzipSync(body.subarray(5)) : body.subarray(5));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.alloc(5));
  });
}

function listen() {
  const { SINK_KEY: key, SINK_CERTIFICATE: cert } = process.env;
  const tls = { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true };
  if (protocol === 'grpc') {
    server = (key ? createSecureHttp2Server(tls) : createHttp2Server()).on('stream', overGrpc);
  } else {
    server = key ? createHttpsServer(tls, overHttp) : createServer(overHttp);
  }
  server.on('connection', socket => {
    connections.add(socket);
    socket.on('error', () => undefined).on('close', () => connections.delete(socket));
  });
  server.on('sessionError', () => undefined);
  return new Promise(resolve => server.listen(Number(port), countPort ? '0.0.0.0' : '127.0.0.1', resolve));
}

function close() {
  server?.close();
  server = undefined;
  connections.forEach(socket => socket.destroy());
}

async function setMode(next) {
  // Requests that hang are cut, so that the other side tries again.
  if (next === 'refuse' || mode === 'hang') {
    close();
  }
  mode = next;
  if (next !== 'refuse' && !server) {
    await listen();
  }
}

function post(url, body) {
  return new Promise(resolve => {
    const call = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, timeout: 5000 }, response => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    call.on('error', () => resolve(0)).on('timeout', () => call.destroy());
    call.end(body);
  });
}

if (countPort) {
  process.once('SIGTERM', () => process.exit(0));
  await setMode('accept');
  await new Promise(() => createServer((_message, response) => response.end(JSON.stringify([...seen]))).listen(Number(countPort), '0.0.0.0'));
}
for await (const line of createInterface({ input: process.stdin })) {
  const { to, count, url, body } = JSON.parse(line);
  if (to) {
    await setMode(to);
  }
  process.stdout.write(`${JSON.stringify(url ? await post(url, body) : count ? seen.size : null)}\n`);
}
process.exit(0);
