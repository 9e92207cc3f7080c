import { Life, Story } from './life';
import { DB_GATE, GATE, nativeWeb, nativeWebWithDb, probed, restartRule, sidecar, sleeps, UP, WEB } from './parts';

const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } };

const drains = (proxy: number, web: number): Life =>
  ({ ...nativeWeb, declaresShutdowns: true, does: { proxy: { ...UP, shutdown: proxy }, web: { shutdown: web } } });

/** A log shipper that drains for up to 60 s unless it is told otherwise. */
const VECTOR = { image: 'timberio/vector:0.57.0-alpine', ...GATE };

const tails = (script: string) => ({ image: 'busybox:1.37', command: ['sh', '-c', script] });

/** A database proxy that crashes once and takes all containers of its pod with it. */
const restartsAll = (web: object, shutdown: number): Life => ({
  inits: [sidecar('db', { ...DB_GATE, ...restartRule('RestartAllContainers') })],
  mains: [{ ...WEB, ...web }],
  does: { db: { gateOpens: 1, crashesAt: [30] }, web: { shutdown } },
});

export const STOP_STORIES: { readonly [rule: string]: Story } = {
  NS301: { wrong: { ...drains(5, 30), grace: 20 }, right: { ...drains(5, 30), grace: 37 } },
  NS302: { wrong: { ...drains(5, 10), mains: [{ ...WEB, ...sleeps(30) }] }, right: { ...drains(5, 10), mains: [{ ...WEB, ...sleeps(5) }] } },
  NS303: {
    // The hook makes the sidecar quit as soon as the pod stops.
    wrong: {
      ...nativeWeb,
      inits: [sidecar('proxy', { ...GATE, lifecycle: { preStop: { exec: { command: ['curl', '-XPOST', 'http://localhost:9091/quitquitquit'] } } } })],
      does: { proxy: { ...UP, preStop: 2, crashesAt: [61] }, web: { shutdown: 10 } },
    },
    right: nativeWeb,
  },
  NS304: { wrong: { ...drains(2, 2), inits: [sidecar('proxy', { ...GATE, ...sleeps(15) })] }, right: drains(2, 2) },
  NS305: {
    wrong: { ...nativeWeb, inits: [sidecar('logs', VECTOR)], does: { logs: { gateOpens: 1, shutdown: 60 }, web: { shutdown: 5 } } },
    right: {
      ...nativeWeb,
      inits: [sidecar('logs', { ...VECTOR, args: ['--graceful-shutdown-limit-secs=15'] })],
      grace: 50,
      does: { logs: { gateOpens: 1, shutdown: 15 }, web: { shutdown: 5 } },
    },
  },
  NS306: {
    wrong: { ...nativeWeb, inits: [sidecar('logs', tails('tail -n +1 -F /logs/app.log'))], does: { logs: { ignoresSigterm: true }, web: { shutdown: 5 } } },
    right: { ...nativeWeb, inits: [sidecar('logs', tails("trap 'exit 0' TERM; tail -n +1 -F /logs/app.log & wait"))], does: { logs: { shutdown: 0 }, web: { shutdown: 5 } } },
  },
  NS307: {
    wrong: {
      ...nativeWeb,
      mains: [{ name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3', lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } }],
      does: { proxy: UP, auth: { preStop: 0, shutdown: 10 } },
    },
    right: { ...nativeWeb, mains: [{ name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3', ...sleeps(5) }], does: { proxy: UP, auth: { shutdown: 10 } } },
    requestsSeconds: 5,
  },
  NS309: {
    wrong: { mains: [{ ...WEB, ports: [{ containerPort: 8080 }], lifecycle: { postStart: { tcpSocket: { port: 8080 } } } }] },
    right: { mains: [{ ...WEB, ...probed(8080) }], deleteAt: 60, does: { web: { gateOpens: 3, shutdown: 10 } } },
  },
  NS310: {
    wrong: { ...nativeWeb, does: { proxy: UP, web: { shutdown: 0 } } },
    right: { ...nativeWeb, mains: [{ ...WEB, ...sleeps(5) }], does: { proxy: UP, web: { shutdown: 0 } } },
    requestsSeconds: 5,
    beside: [SERVICE],
  },
  // A drain of 10 s does not fit into 2 s, and its hook does not run at all.
  NS311: {
    wrong: restartsAll({ lifecycle: { preStop: { exec: { command: ['/app/drain'] } } } }, 10),
    right: restartsAll({ command: ['/app/web', '--drain-on-sigterm'] }, 1),
    kubernetes: '1.36',
  },
  NS515: {
    wrong: { mains: [WEB, { name: 'db', ...sleeps(5) }], deleteAt: 60, does: { web: { shutdown: 10 }, db: { shutdown: 2 } } },
    right: nativeWebWithDb,
  },
};
