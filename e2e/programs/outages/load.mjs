/**
 * Clients that ask one question after another, each over a connection of its own, until nobody takes connections any more. In the end it prints how many questions
 * were asked, and how many got no answer.
 *
 * Started with a URL and the number of clients. The URL is `http:`, `https:`, or `tcp:` with the question in its fragment.
 */
import { request as overHttp, Agent } from 'node:http';
import { request as overHttps, Agent as TlsAgent } from 'node:https';
import { connect } from 'node:net';

const url = new URL(process.argv[2]);
const clients = Number(process.argv[3]);
const counts = { sent: 0, lost: 0 };

/** Whether it was answered; undefined if nobody takes connections. */
function ask(agent) {
  return new Promise(resolve => {
    const tls = url.protocol === 'https:';
    const call = (tls ? overHttps : overHttp)(url, { agent, rejectUnauthorized: false }, response => {
      response.on('error', () => resolve(false)).on('end', () => resolve(response.statusCode < 500)).resume();
    });
    call.on('error', error => resolve(error.code === 'ECONNREFUSED' ? undefined : false)).end();
  });
}

async function overRequests() {
  const agent = new (url.protocol === 'https:' ? TlsAgent : Agent)({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const answered = await ask(agent);
    if (answered === undefined) {
      return;
    }
    counts.sent++;
    counts.lost += answered ? 0 : 1;
    if (!answered) {
      return;
    }
  }
}

function overConnection() {
  return new Promise(resolve => {
    let waits = false;
    const socket = connect(Number(url.port), url.hostname);
    const next = () => {
      waits = true;
      counts.sent++;
      socket.write(`${decodeURIComponent(url.hash.slice(1))}\r\n`);
    };
    socket.on('connect', next).on('error', () => undefined).on('close', () => {
      counts.lost += waits ? 1 : 0;
      resolve();
    }).on('data', () => {
      waits = false;
      setTimeout(() => socket.writable && next(), 1);
    });
  });
}

await Promise.all(Array.from({ length: clients }, url.protocol === 'tcp:' ? overConnection : overRequests));
process.stdout.write(JSON.stringify(counts));
process.exit(0);
