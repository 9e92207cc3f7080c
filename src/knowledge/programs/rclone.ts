import { Program } from './program';

/**
 * rclone, which copies files to some seventy kinds of storage. Its image has a shell.
 *
 * @see https://rclone.org
 */
export const RCLONE: Program = {
  name: 'rclone',
  image: 'docker.io/rclone/rclone:1.75.1',
  repositories: /(^|\/)rclone$/,
  user: 65532,
  // In many Jobs it is the work.
  onlySidecar: false,
  direction: 'after-main',
  gate: 'exec test -e on a file that exists once the script waits for the stop signal',
  // How long an upload takes is only known to who starts it.
  shutdownSeconds: 0,
};
