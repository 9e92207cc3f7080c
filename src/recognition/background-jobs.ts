import { commandsIn, ShellNode, SimpleCommand, wordsOf } from './leftovers/shell-walk';

interface Job {
  endless: boolean;
  /** The variables that hold its process id. */
  readonly variables: Set<string>;
}

const VARIABLE = /\$\{?(\w+)/g;
const NO_SIGNAL = /^-(0|l|L)$/;
const KILL_OPTION = /^-([A-Za-z].*|\d+|-)$/;

/** What a shell has started in the background, and which of it a `kill` or a `wait` is about. */
export class BackgroundJobs {
  private readonly jobs: Job[] = [];

  public start(endless: boolean): void {
    this.jobs.push({ endless, variables: new Set() });
  }

  /** Takes in what a part of the script does to the jobs: it keeps the id of the newest one, or kills some. */
  public apply(node: ShellNode): void {
    if (this.jobs.length === 0 || (node.type === 'Command' && node.name?.value === 'trap')) {
      return;
    }
    for (const command of commandsIn([node])) {
      this.keepId(command);
      this.kill(command);
    }
  }

  /** Whether `wait` with these arguments never returns. */
  public isEndlessWait(args: readonly string[]): boolean {
    const ids = args.filter(arg => !arg.startsWith('-'));
    const waited = ids.length === 0 ? this.jobs : ids.flatMap(id => this.jobsOf(id) ?? []);
    // It is not known what another id stands for, and `wait -n` returns with the first job that ends.
    return args.includes('-n') ? waited.length > 0 && waited.every(job => job.endless) : waited.some(job => job.endless);
  }

  private keepId({ prefix }: SimpleCommand): void {
    for (const { name, text, append } of prefix.filter(part => part.type === 'Assignment')) {
      const value = text.slice(name.length);
      const names = [...value.matchAll(VARIABLE)].map(([, used]) => used);
      const kept = this.jobs.filter(({ variables }, index) => (append && variables.has(name)) || names.some(used => variables.has(used))
        || (index === this.jobs.length - 1 && /\$!|\$\{!\}/.test(value)));
      this.jobs.forEach(job => job.variables.delete(name));
      kept.forEach(job => job.variables.add(name));
    }
  }

  private kill(command: SimpleCommand): void {
    const [name, ...args] = wordsOf(command);
    if (/^(pkill|killall)$/.test(name)) {
      this.end(this.jobs);
    } else if (name === 'kill' && !args.some((arg, index) => NO_SIGNAL.test(arg) || (arg === '0' && args[index - 1] === '-s'))) {
      const targets = args.filter((arg, index) => !(KILL_OPTION.test(arg) && index === 0) && args[index - 1] !== '-s' && arg !== '--');
      this.end(targets.flatMap(target => this.jobsOf(target) ?? this.jobs));
    }
  }

  private end(jobs: readonly Job[]): void {
    jobs.forEach(job => {
      job.endless = false;
    });
  }

  /** The jobs that a process id or a job's number stands for; undefined if that is not known. */
  private jobsOf(id: string): Job[] | undefined {
    if (/^\$(!|\{!\})$/.test(id) || /^%[%+]?$/.test(id)) {
      return this.jobs.slice(-1);
    }
    if (/^%\d+$/.test(id)) {
      return this.jobs.slice(Number(id.slice(1)) - 1, Number(id.slice(1)));
    }
    const names = id.includes('$(') || id.includes('`') ? [] : [...id.matchAll(VARIABLE)].map(([, name]) => name);
    const found = this.jobs.filter(job => names.some(name => job.variables.has(name)));
    return found.length > 0 ? found : undefined;
  }
}
