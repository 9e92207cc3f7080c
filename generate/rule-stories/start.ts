import { Life, Story, StoryContainer } from './life';
import { DB_GATE, GATE, nativeWeb, nativeWebWithDb, probed, runs, sidecar, UP, WEB } from './parts';

/** A sidecar whose startup probe never passes, and one whose probe does. */
const shutGate = (name: string, wrong: object, right: object, mains: readonly StoryContainer[] = [WEB]): Story => ({
  wrong: { inits: [sidecar(name, wrong)], mains, does: { [name]: { gateNeverOpens: true } } },
  right: { inits: [sidecar(name, right)], mains, deleteAt: 60, does: { [name]: UP, web: { shutdown: 10 } } },
});

/** An init container that never exits, and what to write instead. */
const endlessInit = (name: string, script: string, wrong: Partial<Life>, right: Life): Story => ({
  wrong: { inits: [{ name, ...runs(script) }], mains: [WEB], does: { [name]: { neverExits: true } }, ...wrong },
  right,
});

const gate = (probe: object) => ({ startupProbe: { ...probe, periodSeconds: 1, failureThreshold: 30 } });
const CONSUL = { 'consul.hashicorp.com/connect-inject': 'true', 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar': 'true' };
const DAPR = { 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'web', 'dapr.io/enable-native-sidecar': 'true' };
const consul = shutGate('cache', gate({ tcpSocket: { port: 11211 } }), gate({ tcpSocket: { port: 11211 } }));

export const START_STORIES: { readonly [rule: string]: Story } = {
  NS101: { wrong: { ...nativeWeb, inits: [sidecar('proxy', {})] }, right: nativeWeb },
  NS102: {
    wrong: { ...nativeWeb, inits: [sidecar('proxy', { startupProbe: { ...GATE.startupProbe, initialDelaySeconds: 30 } })] },
    right: nativeWeb,
  },
  NS103: shutGate('db', { ...DB_GATE, args: ['--health-check', '--http-port=9801', 'acme:europe-west1:orders'] }, DB_GATE),
  NS104: shutGate('proxy', gate({ tcpSocket: { port: 8080 } }), GATE, [{ ...WEB, ports: [{ containerPort: 8080 }] }]),
  NS106: { ...shutGate('cache', gate({ httpGet: { path: '/healthz', port: 8081 } }), gate({ exec: { command: ['nc', '-z', 'localhost', '11211'] } })), mesh: 'istio@1.26' },
  NS108: {
    wrong: { inits: [{ name: 'migrate' }, sidecar('daprd')], mains: [WEB], annotations: DAPR, injected: ['daprd'], does: { migrate: { exitsAfter: 5, exitCode: 1 } } },
    right: { inits: [sidecar('daprd')], mains: [{ ...WEB, args: ['--migrate-first'] }], annotations: DAPR, injected: ['daprd'], deleteAt: 60, does: { daprd: UP, web: { shutdown: 10 } } },
    mesh: 'dapr@1.18',
  },
  NS109: endlessInit('migrate', 'until nc -z localhost 5432; do sleep 1; done; ./migrate', { mains: [WEB, { name: 'db', ports: [{ containerPort: 5432 }] }] }, {
    inits: [sidecar('db', DB_GATE), { name: 'migrate', command: ['./migrate'] }],
    mains: [WEB],
    deleteAt: 60,
    does: { db: UP, migrate: { exitsAfter: 2 }, web: { shutdown: 10 } },
  }),
  // A hook, because the simulator counts a probe that never gets a result as failed.
  NS110: {
    wrong: {
      inits: [sidecar('db', { args: DB_GATE.args, lifecycle: { postStart: { exec: { command: ['sh', '-c', 'until nc -z 127.0.0.1 5432; do sleep 1; done'] } } } })],
      mains: [WEB],
      does: { db: { postStartFails: true } },
    },
    right: nativeWebWithDb,
  },
  NS112: {
    wrong: {
      mains: [{ name: 'proxy', lifecycle: { postStart: { exec: { command: ['sh', '-c', 'until curl -fs localhost:8080/ready; do sleep 1; done'] } } } }, { ...WEB, ports: [{ containerPort: 8080 }] }],
      does: { proxy: { postStartNeverEnds: true } },
    },
    right: nativeWeb,
  },
  // The startup probe of the app shows when it is up behind its loop.
  NS113: {
    wrong: {
      mains: [{ ...WEB, ...runs('while ! nc -z localhost 2375; do sleep 1; done; exec ./serve'), ...probed(8080) }, { name: 'docker', ports: [{ containerPort: 2375 }] }],
      deleteAt: 60,
      does: { web: { gateOpens: 5, shutdown: 10 } },
    },
    right: {
      inits: [sidecar('docker', probed(2375))],
      mains: [{ ...WEB, command: ['./serve'], ...probed(8080) }],
      deleteAt: 60,
      does: { docker: { gateOpens: 4, shutdown: 2 }, web: { shutdown: 10 } },
    },
  },
  // The database proxy is slow today: the app gives up when its sleep is over.
  NS114: {
    wrong: { mains: [{ ...WEB, ...runs('sleep 10; exec ./serve') }, { name: 'db', ...DB_GATE }], deleteAt: 60, does: { web: { crashesAt: [11], shutdown: 10 }, db: { gateOpens: 15, shutdown: 2 } } },
    right: { ...nativeWebWithDb, mains: [{ ...WEB, command: ['./serve'] }], does: { db: { gateOpens: 15, shutdown: 2 }, web: { shutdown: 10 } } },
  },
  NS119: endlessInit('logs', 'tail -F /var/log/app/app.log', {}, {
    inits: [sidecar('logs', runs('tail -F /var/log/app/app.log'))],
    mains: [WEB],
    deleteAt: 60,
    does: { logs: { shutdown: 2 }, web: { shutdown: 10 } },
  }),
  NS120: {
    wrong: { ...consul.wrong, annotations: CONSUL },
    right: { ...consul.right, grace: 45, annotations: { ...CONSUL, 'consul.hashicorp.com/transparent-proxy-exclude-inbound-ports': '11211' } },
    mesh: 'consul@2.0+cni',
  },
};
