import { Life, Story } from './life';
import { DB_GATE, EXPORT, GATE, nativeJob, ordinaryJob, restartRule, sidecar } from './parts';

const DAPR = { 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'export' };
const dapr = { injected: ['daprd'], annotations: DAPR };

const drained = (activeDeadlineSeconds: number): Life => ({
  ...nativeJob('proxy'), declaresShutdowns: true, job: { activeDeadlineSeconds }, does: { export: { exitsAfter: 10 }, proxy: { gateOpens: 1, shutdown: 20 } },
});

/** A Job that may retry twice, and whose proxy crashes twice. */
const restarted = (restartPolicy: string): Life => ({
  inits: [sidecar('proxy')],
  mains: [EXPORT],
  job: { backoffLimit: 2 },
  pod: { restartPolicy },
  does: { export: { exitsAfter: 60 }, proxy: { gateOpens: 1, shutdown: 2, crashesAt: [10, 30] } },
});

const train = (job: object, rule: object = { restartPolicy: 'Never', ...restartRule('Restart', 42) }): Life =>
  ({ mains: [{ name: 'train', ...rule }], job, does: { train: { exitsAfter: 30, exitCode: 42 } } });
const FAIL_JOB = { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { containerName: 'train', operator: 'In', values: [42] } }] }, activeDeadlineSeconds: 120 };

export const JOB_STORIES: { readonly [rule: string]: Story } = {
  NS401: { wrong: ordinaryJob('db'), right: nativeJob('db', DB_GATE) },
  NS402: {
    wrong: { ...ordinaryJob('daprd'), ...dapr },
    right: { ...nativeJob('daprd'), ...dapr, annotations: { ...DAPR, 'dapr.io/enable-native-sidecar': 'true' } },
  },
  NS403: { wrong: restarted('OnFailure'), right: restarted('Never') },
  NS404: {
    wrong: { inits: [sidecar('db', DB_GATE)], mains: [EXPORT], job: {}, does: { db: { gateNeverOpens: true } } },
    right: { inits: [sidecar('db', DB_GATE)], mains: [EXPORT], job: { activeDeadlineSeconds: 120 }, does: { db: { gateNeverOpens: true } } },
  },
  NS406: { wrong: drained(20), right: drained(120) },
  NS409: { wrong: { ...nativeJob('proxy', GATE), job: { activeDeadlineSeconds: 0 } }, right: { ...nativeJob('proxy', GATE), job: { activeDeadlineSeconds: 3600 } } },
  NS410: {
    wrong: { mains: [{ ...EXPORT, command: ['sh', '-c', 'while true; do ./export; sleep 60; done'] }], job: { activeDeadlineSeconds: 3600 } },
    right: { mains: [{ ...EXPORT, command: ['./export'] }], job: { activeDeadlineSeconds: 3600 }, does: { export: { exitsAfter: 60 } } },
  },
  NS411: { wrong: train(FAIL_JOB), right: train(FAIL_JOB, {}), kubernetes: '1.36' },
  NS412: { wrong: train({}), right: train({ activeDeadlineSeconds: 120 }), kubernetes: '1.36' },
  NS413: {
    wrong: { mains: [EXPORT, { name: 'proxy', restartPolicy: 'Always' }], job: {}, does: { export: { exitsAfter: 60 }, proxy: { crashesAt: [62] } } },
    right: nativeJob('proxy'),
    kubernetes: '1.36',
  },
};
