/**
 * Clients that send a request at once and never read what they get, over a connection each. Prints the number of those that are connected, once they have waited.
 *
 * Started with a URL, the number of clients, and how long they wait, in seconds.
 */
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const url = new URL(process.argv[2]);
const sockets = Array.from({ length: Number(process.argv[3]) }, () => {
  const where = { host: url.hostname, port: Number(url.port), rejectUnauthorized: false };
  const socket = url.protocol === 'https:' ? connectTls(where) : connect(where);
  return socket.on('error', () => undefined).pause();
});
sockets.forEach(socket => socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: web.shop\r\n\r\n`));
setTimeout(() => {
  process.stdout.write(String(sockets.filter(socket => !socket.destroyed && !socket.pending).length));
  process.exit(0);
}, Number(process.argv[4]) * 1000);
