/**
 * An app behind a proxy, on loopback: `/` is answered after 50 ms, `/hang` never, and `/big` with 2 MB.
 *
 * Started with its port.
 */
import { createServer } from 'node:http';

const BIG = Buffer.alloc(2e6, 'x');

createServer((request, response) => {
  request.resume();
  if (request.url === '/big') {
    response.end(BIG);
  } else if (request.url !== '/hang') {
    setTimeout(() => response.end('ok'), 50);
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
