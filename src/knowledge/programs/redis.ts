import { Program } from './program';

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
  onlySidecar: false,
  direction: 'outbound',
  gate: 'command redis-cli ping',
  shutdownSeconds: 2,
};

/** The port on loopback. */
export const REDIS_PORT = 6379;
