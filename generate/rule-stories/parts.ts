import { Life, StoryContainer } from './life';

export const GATE = { startupProbe: { httpGet: { path: '/ready', port: 9000 }, periodSeconds: 1, failureThreshold: 30 } };
export const WEB = { name: 'web' };
export const EXPORT = { name: 'export' };
export const UP = { gateOpens: 1, shutdown: 2 };

/** A restart rule for one exit code; that of a crash unless told otherwise. */
export const restartRule = (action: 'Restart' | 'RestartAllContainers', code = 1) => ({ restartPolicyRules: [{ action, exitCodes: { operator: 'In', values: [code] } }] });

export const sidecar = (name: string, more: object = GATE): StoryContainer => ({ name, restartPolicy: 'Always', ...more });
export const sleeps = (seconds: number) => ({ lifecycle: { preStop: { sleep: { seconds } } } });
export const runs = (script: string) => ({ command: ['sh', '-c', script] });

/** A gate of a main container, which holds nothing back but shows when the program is up. */
export const probed = (port: number) =>
  ({ startupProbe: { tcpSocket: { port }, periodSeconds: 1, failureThreshold: 60 }, ports: [{ containerPort: port }] });

/** The gate of the Cloud SQL proxy. */
export const DB_GATE = {
  args: ['--health-check', '--http-address=0.0.0.0', '--http-port=9801', 'acme:europe-west1:orders'],
  ports: [{ containerPort: 5432 }],
  startupProbe: { httpGet: { path: '/startup', port: 9801 }, periodSeconds: 1, failureThreshold: 60 },
};

export const nativeWeb: Life = { inits: [sidecar('proxy')], mains: [WEB], deleteAt: 60, does: { proxy: UP, web: { shutdown: 10 } } };

export const nativeWebWithDb: Life = { ...nativeWeb, inits: [sidecar('db', DB_GATE)], does: { db: UP, web: { shutdown: 10 } } };

export const nativeJob = (name: string, more: object = GATE): Life =>
  ({ inits: [sidecar(name, more)], mains: [EXPORT], job: {}, does: { export: { exitsAfter: 60 }, [name]: UP } });

export const ordinaryJob = (name: string): Life => ({ mains: [EXPORT, { name }], job: {}, does: { export: { exitsAfter: 60 } } });
