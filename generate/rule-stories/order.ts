import { Life, Story } from './life';
import { DB_GATE, GATE, nativeWebWithDb, restartRule, sidecar, UP, WEB } from './parts';

const mounts = (...inits: readonly string[]) => ({
  inits: inits.map(name => sidecar(name, { ...GATE, volumeMounts: [{ name: 'files', mountPath: name === 'logs' ? '/logs' : '/var/log/envoy', readOnly: name === 'logs' }] })),
  pod: { volumes: [{ name: 'files', emptyDir: {} }] },
});

/** A sidecar that crashes once. */
const crash = (name: string, rule: object): Life => ({
  inits: [sidecar(name, { ...(name === 'db' ? DB_GATE : GATE), ...rule })],
  mains: [WEB],
  does: { [name]: { gateOpens: 3, crashesAt: [30] }, web: { shutdown: 1 } },
});

const migrate = { name: 'migrate', args: ['--db=localhost:5432'] };

export const ORDER_STORIES: { readonly [rule: string]: Story } = {
  NS201: { wrong: { mains: [WEB, { name: 'db' }], deleteAt: 60, does: { web: { shutdown: 10 }, db: { shutdown: 2 } } }, right: nativeWebWithDb },
  NS202: {
    wrong: { inits: [sidecar('proxy')], mains: [WEB, { name: 'logs' }], deleteAt: 60, does: { proxy: UP, web: { shutdown: 10 }, logs: { shutdown: 1 } } },
    right: {
      inits: [sidecar('logs'), sidecar('proxy')],
      mains: [WEB],
      deleteAt: 60,
      does: { proxy: UP, web: { shutdown: 10 }, logs: { gateOpens: 1, shutdown: 1 } },
    },
  },
  // Nothing listens on the port of the database yet, so each migration fails.
  NS204: {
    wrong: { inits: [migrate, sidecar('db', DB_GATE)], mains: [WEB], does: { migrate: { exitsAfter: 5, exitCode: 1 } } },
    right: { inits: [sidecar('db', DB_GATE), migrate], mains: [WEB], deleteAt: 60, does: { db: UP, migrate: { exitsAfter: 5 }, web: { shutdown: 10 } } },
  },
  // The proxy quits when the work is done, and the kubelet starts it again.
  NS206: {
    wrong: { ...mounts('proxy', 'logs'), mains: [WEB], deleteAt: 60, does: { proxy: { ...UP, shutdown: 5 }, logs: UP, web: { shutdown: 5 } } },
    right: { ...mounts('logs', 'proxy'), mains: [WEB], deleteAt: 60, does: { proxy: { ...UP, shutdown: 5 }, logs: UP, web: { shutdown: 5 } } },
  },
  NS207: { wrong: crash('db', {}), right: crash('db', restartRule('RestartAllContainers')), kubernetes: '1.36' },
  NS208: { wrong: crash('watcher', restartRule('Restart')), right: crash('watcher', restartRule('RestartAllContainers')), kubernetes: '1.36' },
};
