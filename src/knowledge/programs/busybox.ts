import { Program } from './program';

/**
 * BusyBox: a shell and the usual small tools.
 *
 * As the first process of a container, a shell, `tail` and `sleep` ignore SIGTERM unless a trap handles it. Its `tail -F` looks for new lines once a second.
 *
 * @see https://busybox.net
 */
export const BUSYBOX: Program = {
  name: 'BusyBox',
  image: 'docker.io/library/busybox:1.37.0',
  repositories: /(^|\/)busybox$/,
  user: 65534,
  // A shell may be anything.
  onlySidecar: false,
  direction: 'shipper',
  gate: 'none, or a file that the program writes',
  shutdownSeconds: 4,
};
