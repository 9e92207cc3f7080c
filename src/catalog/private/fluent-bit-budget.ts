/** How late it may notice that an attempt hangs: it looks every 1.5 s. */
const NOTICE_SECONDS = 2;

/** The shutdown time of Fluent Bit, and what its parts get of it. */
export interface FluentBitBudget {
  readonly shutdownSeconds: number;
  /** How long it tries to send what it has read, in seconds. */
  readonly graceSeconds: number;
  /** How long one attempt may hang, in seconds. */
  readonly attemptSeconds: number;
}

/**
 * Divides the shutdown time: after its grace period, Fluent Bit still waits for attempts under way, and the last one may begin at the very end. A third for one attempt
 * leaves time for others before it.
 */
export function fluentBitBudget(shutdownSeconds: number): FluentBitBudget {
  const attemptSeconds = Math.max(1, Math.floor((shutdownSeconds - NOTICE_SECONDS) / 3));
  return { shutdownSeconds, attemptSeconds, graceSeconds: Math.max(1, shutdownSeconds - NOTICE_SECONDS - attemptSeconds) };
}
