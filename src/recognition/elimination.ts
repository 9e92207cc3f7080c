import { getsPorts } from './injected-ports';
import { PortOwners } from './port-owners';
import type { RecognizedPod } from './recognized';
import { isDatabasePort } from '../knowledge/databases';
import { repositoryOf } from '../knowledge/known-programs';
import { defaultPorts } from '../knowledge/payloads';
import type { Direction } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

/** Whom a call means whose port nothing shows to be served: the only container that it can be. */
export class Elimination {
  private readonly found = new Map<unknown, readonly PodContainer[]>();

  public constructor(
    private readonly recognition: RecognizedPod, private readonly runners: readonly PodContainer[], private readonly owners: PortOwners,
  ) {}

  /** Programs that read, watch or bring files for the others are not what a setting of those means. */
  public readonly mayBeCalled = (container: PodContainer): boolean => {
    const program = this.recognition.program(container);
    return program === undefined || !NEVER_CALLED.has(program.direction) || this.owners.hasPorts(container);
  };

  /** The only other container that may listen there, if it declares no ports and no mesh adds ports. */
  public onlyOther(from: PodContainer): PodContainer | undefined {
    // A known program is told by its own settings whom it calls, unless a script runs it.
    const isTold = this.recognition.program(from) !== undefined && !this.recognition.runCommand(from)?.script;
    const other = (isTold ? undefined : this.onlyBeside(from, this.isServer)) ?? this.onlyBeside(from, this.mayBeCalled);
    return other && !this.owners.hasPorts(other) && !getsPorts(this.recognition.pod) ? other : undefined;
  }

  /** The only other container that a port can mean; a setting such as `HTTP_PROXY` means a proxy. */
  public meantBy(from: PodContainer, port: number, isMeans: boolean): PodContainer | undefined {
    return this.onlyOther(from) ?? (isMeans ? this.onlyProxy(from) : this.onlyTunnel(from, port));
  }

  /** The only other container that is a proxy, whose listeners its configuration opens: it need not declare them. */
  private onlyProxy(from: PodContainer): PodContainer | undefined {
    return this.onlyBeside(from, this.isProxy);
  }

  /** The only other container that carries calls to a database elsewhere: its configuration may give it any port, and most give it the usual one. */
  private onlyTunnel(from: PodContainer, port: number): PodContainer | undefined {
    return isDatabasePort(port) ? this.onlyBeside(from, this.isTunnel) : undefined;
  }

  /** The only other container of a kind; all of the kind are found once. */
  private onlyBeside(from: PodContainer, isMeant: (container: PodContainer) => boolean): PodContainer | undefined {
    const known = this.found.get(isMeant) ?? this.runners.filter(isMeant);
    this.found.set(isMeant, known);
    // One of three is never the only other one.
    const others = known.length > 2 ? [] : known.filter(container => container !== from);
    return others.length === 1 ? others[0] : undefined;
  }

  /** Whether a container is there to be called, by its program or the name of its image, though nothing shows where. */
  private readonly isServer = (container: PodContainer): boolean => {
    const program = this.recognition.program(container);
    const repository = repositoryOf(String(container.spec.image ?? ''));
    const isMade = program ? program.direction === 'inbound' || program.direction === 'outbound' : SERVER_NAME.test(repository) || defaultPorts(repository).length > 0;
    return isMade && !this.owners.hasPorts(container);
  };

  private readonly isProxy = (container: PodContainer): boolean => this.recognition.program(container)?.servesBothWays === true;

  private readonly isTunnel = (container: PodContainer): boolean => {
    const program = this.recognition.program(container);
    return program?.isTunnel === true && this.recognition.run(container).runs(program.binary);
  };
}

/** What images are called that others call, and that listen for them alone. */
const SERVER_NAME = /(^|[-_/])(ambassador|[a-z]*proxy|tunnel|relay)($|[-_])/;

const NEVER_CALLED: ReadonlySet<Direction> = new Set(['shipper', 'reloader', 'content', 'csi']);
