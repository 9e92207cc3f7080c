import { ProbeTiming } from '../kubernetes/probes';

/** How a run of a container fares with its startup probe, in milliseconds. */
export interface GateDecision {
  readonly passes: boolean;
  /** When the deciding check runs. */
  readonly at: number;
  /** When the last check runs that the failure threshold allows. */
  readonly lastCheck: number;
}

/**
 * When the kubelet checks a startup probe.
 *
 * The kubelet starts a prober together with the pod, not with the container: checks run at multiples of the period on the *pod's* clock. So a probe gives up between
 * one period less than, and all of, its period times its failure threshold. Failed checks of a run that exits before the probe has decided count for the next run.
 */
export class StartupClock {
  private readonly period: number;
  private failures = 0;
  private firstCheck = Infinity;

  constructor(private readonly probe: ProbeTiming) {
    this.period = probe.period * 1000;
  }

  /**
   * Decides a run of the container.
   *
   * @param started when the run starts
   * @param visible when its postStart hook is over: before that, the kubelet does not see it run
   * @param up when the probe would pass; undefined if never
   */
  public decide(started: number, visible: number, up: number | undefined): GateDecision {
    const delayed = Math.ceil((started + this.probe.initialDelay * 1000) / this.period) * this.period;
    const next = (Math.floor(visible / this.period) + 1) * this.period;
    this.firstCheck = Math.max(delayed, next);
    const lastCheck = this.firstCheck + (this.probe.failureThreshold - this.failures - 1) * this.period;
    const passing = up === undefined ? Infinity : Math.max(this.firstCheck, Math.ceil(up / this.period) * this.period);
    return passing <= lastCheck ? { passes: true, at: passing, lastCheck } : { passes: false, at: lastCheck, lastCheck };
  }

  /** The probe has decided: the next run starts to count from zero. */
  public decided(): void {
    this.failures = 0;
    this.firstCheck = Infinity;
  }

  /** The run has ended; unless the probe had decided, its failed checks still count. */
  public ended(now: number): void {
    const checks = now > this.firstCheck ? Math.ceil((now - this.firstCheck) / this.period) : 0;
    this.failures = Math.min(this.failures + checks, this.probe.failureThreshold - 1);
    this.firstCheck = Infinity;
  }
}
