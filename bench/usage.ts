/** What a piece of work cost. */
export interface Usage {
  /** Processor time of the whole process, the collection of garbage included. */
  readonly cpuMs: number;
  /** The largest memory that the process ever had. */
  readonly peakMb: number;
}

/** Processor time and not the clock's: other programs on the machine then count for less. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What is on the heap of a process, after a collection of garbage. */
export interface Memory {
  /** Everything: the code of all packages, what they remember, and the result of the work. */
  readonly wholeMb: number;
  /** What the work added, and that stays. */
  readonly retainedMb: number;
}

/** Results are held here while the memory that they take is measured. */
const held: unknown[] = [];

/** Measures one piece of work in a process that does nothing else. */
export function usageOf(work: () => unknown): Usage {
  const cpuMs = cpuMsOf(() => held.push(work()));
  return { cpuMs, peakMb: process.resourceUsage().maxRSS / 1024 };
}

/**
 * Measures the memory of one piece of work in a process that does nothing else; needs `--expose-gc`.
 *
 * A small piece of the same work comes first. It loads the code that packages load on first use, which otherwise would count as what the work added.
 */
export function memoryOf(small: () => unknown, work: () => unknown): Memory {
  small();
  const before = heapMb();
  held.push(work());
  const wholeMb = heapMb();
  return { wholeMb, retainedMb: wholeMb - before };
}

function heapMb(): number {
  global.gc!();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
