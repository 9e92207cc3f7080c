import { isLoopback, portOf } from './address';
import { isOfficial } from './official-image';
import { Program } from './program';
import { ProgramRun } from './program-run';
import { REDIS_PORT } from '../databases';

/**
 * Redis as a cache: nothing is saved, so nothing is written and it ends at once on SIGTERM.
 *
 * It has no password, so it belongs on loopback, where only a command in its own container can ask whether it is up.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/management/config/
 */
export const REDIS: Program = {
  name: 'Redis',
  image: 'docker.io/library/redis:8.10.1-alpine',
  repositories: /(^|\/)redis$/,
  user: 999,
  binary: /^redis-server$|\.conf$/,
  onlySidecar: false,
  direction: 'outbound',
  gate: 'command redis-cli ping',
  shutdownSeconds: 2,
  // What it would save first may be large.
  stopSeconds: run => run.flag('save') === '' ? 2 : undefined,
  startup: run => {
    const given = run.setting('port', 'REDIS_PORT_NUMBER');
    const port = given === undefined ? configuredPort(run) : portOf(given);
    if (port === undefined || port === 0 || run.find('tls-port') || run.hasVariable('REDIS_TLS_ENABLED')) {
      return 'the manifest does not show its port';
    }
    const isTold = given !== undefined || run.source.words.some(word => word.includes('.conf'));
    return {
      handler: { exec: { command: ['redis-cli', ...(port === REDIS_PORT ? [] : ['-p', String(port)]), 'ping'] } },
      ...(isTold ? {} : { assumedPort: port }),
    };
  },
  imageUser: run => isOfficial(run, 'redis') ? { root: true, id: 999 } : undefined,
  // Once it cannot save, it refuses to be written to.
  imageNeeds: run => isOfficial(run, 'redis') ? { stepsDown: true, folders: run.flag('save') === '' && run.flag('appendonly') !== 'yes' ? [] : ['/data'] } : undefined,
  loopback: run => isLoopback(run.flag('bind') ?? '') ? [portOf(run.flag('port')) ?? REDIS_PORT] : [],
};

/** Redis reads the file that its arguments name; the port in that file counts. */
function configuredPort(run: ProgramRun): number | undefined {
  if (!run.source.words.some(word => word.includes('.conf'))) {
    return REDIS_PORT;
  }
  const text = run.fileWith(/^[ \t]*port\s+\d+/m);
  return text ? portOf(/^[ \t]*port\s+(\d+)/m.exec(text)?.[1]) : run.source.ports.find(port => port === REDIS_PORT);
}
