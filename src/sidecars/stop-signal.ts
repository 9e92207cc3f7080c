/** A signal that asks a container to stop. */
export enum StopSignal {
  /** The default of Kubernetes. */
  SIGTERM = 'SIGTERM',
  /** What Ctrl+C sends. */
  SIGINT = 'SIGINT',
  /** A graceful stop for nginx and some others. */
  SIGQUIT = 'SIGQUIT',
  /** The terminal is gone, on which many programs reload instead. */
  SIGHUP = 'SIGHUP',
  /** For the program to define. */
  SIGUSR1 = 'SIGUSR1',
  /** For the program to define. */
  SIGUSR2 = 'SIGUSR2',
}
