import { CalledPort, calledPorts, listensLocally, portsInFiles } from './called-ports';
import { Elimination } from './elimination';
import { getsPorts } from './injected-ports';
import { LoopbackCall, LoopbackCalls, UnservedCall } from './loopback-call';
import { numberedCalls } from './numbered-calls';
import { DNS } from './port-names';
import { claimedPorts, PortOwners } from './port-owners';
import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { mountedTexts, Setting, settingsOf } from './settings';
import { socketCalls } from './socket-calls';
import { isStoreHere } from './stores';
import { grouped } from '../data/grouped';
import { listOf } from '../data/json';
import { aboutShared } from '../data/shared-value';
import { proxyOfPort } from '../knowledge/meshes/proxy-ports';
import { isLoopback } from '../knowledge/programs/address';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A variable that names the host of a database, whatever it is. */
const DATABASE_HOST = /(^|_)(DB|DATABASE)(_?(HOST|HOSTNAME|ADDR|ADDRESS|SERVER))?$/;

/** Who calls whom inside of the pod, over loopback or a socket on a shared folder. */
export class Loopback implements LoopbackCalls {
  private foundCalls?: LoopbackCall[];
  private foundSettings?: ReadonlyMap<PodContainer, readonly Setting[]>;
  private foundOwners?: PortOwners;
  private foundElimination?: Elimination;

  private readonly runners: readonly PodContainer[];

  public constructor(private readonly recognition: RecognizedPod) {
    this.runners = recognition.pod.containers.filter(container => container.role !== ContainerRole.INIT);
  }

  /** Every call that the manifest shows. */
  public get calls(): readonly LoopbackCall[] {
    this.foundCalls ??= withoutRest([
      ...socketCalls(this.recognition, this.settings), ...this.portCalls(), ...this.databaseCalls(), ...this.fileCalls(),
      ...this.nameCalls(), ...this.numberCalls(),
    ]);
    return this.foundCalls;
  }

  /** The container that a port belongs to, besides one that certainly does not mean itself; undefined when it belongs to none, or to several. */
  public ownerOf(port: number, except?: PodContainer): PodContainer | undefined {
    return this.owners.of(port, except);
  }

  /** Whether anything shows that a container listens on a port. */
  public hasPorts(container: PodContainer): boolean {
    return this.owners.hasPorts(container);
  }

  /** Whether the others may mean a container by what they call: it does not only read, watch or bring files for them. */
  public mayBeCalled(container: PodContainer): boolean {
    return this.elimination.mayBeCalled(container);
  }

  /** The loopback address that is the only one on which a container listens for others; undefined if there is none, or if it also has another port. */
  public servedLocally(container: PodContainer): string | undefined {
    const isOwn = (port: number) => (this.owners.of(port) ?? container) === container;
    const local = listensLocally(this.settings.get(container) ?? []).find(({ port }) => isOwn(port));
    const isOnlyThere = local && listOf(container.spec.ports).every(({ containerPort }) => containerPort === local.port);
    return isOnlyThere ? local.text : undefined;
  }

  private get settings(): ReadonlyMap<PodContainer, readonly Setting[]> {
    this.foundSettings ??= new Map(this.runners.map(container => [container, settingsOf(this.recognition, container)]));
    return this.foundSettings;
  }

  private get owners(): PortOwners {
    this.foundOwners ??= this.findOwners();
    return this.foundOwners;
  }

  private get elimination(): Elimination {
    this.foundElimination ??= new Elimination(this.recognition, this.runners, this.owners);
    return this.foundElimination;
  }

  private findOwners(): PortOwners {
    const { settings } = this;
    const claimsOf = (container: PodContainer) => {
      const words = this.recognition.runCommand(container)?.words ?? [];
      const program = this.recognition.program(container);
      const [declared, listened, ...more] = claimedPorts(container, settings.get(container)!, mountedTexts(this.recognition, container), words);
      const others = [[...listened, ...program?.loopback?.(this.recognition.run(container)) ?? []], ...more];
      // One through which all traffic of the pod goes often declares the ports of the others.
      return program?.isRoute ? [[], ...others, declared] : [declared, ...others];
    };
    return new PortOwners(this.runners, this.recognition.surroundings.hasConfigMaps
      ? claimsOf
      : container => aboutShared(container.spec, 'claimed ports', () => claimsOf(container)));
  }

  /** A variable such as `DB_HOST=localhost` names no port, so it means the only database of the pod, or else the only other container. */
  private databaseCalls(): LoopbackCall[] {
    const hosts = [...this.settings].flatMap(([from, settings]) => settings
      .filter(setting => isDatabaseHost(setting, settings))
      .map(({ name, value }) => ({ from, text: `${name}=${value}` })));
    const stores = hosts.length === 0 ? [] : this.runners.filter(isStoreHere);
    return stores.length > 1 ? [] : hosts.filter(({ from }) => from !== stores[0]).flatMap(({ from, text }) => {
      const to = stores[0] ?? this.elimination.onlyOther(from);
      return to ? [{ from, to, text, byElimination: stores.length === 0, isSocket: false, isPassedOn: false }] : [];
    });
  }

  private portCalls(): LoopbackCall[] {
    const calls: LoopbackCall[] = [];
    for (const [from, settings] of this.settings) {
      for (const { port, text, isListening, ...rest } of this.callsIn(from, settings)) {
        const { isPassedOn, isMeans } = rest;
        const owner = this.owners.of(port, isPassedOn && !isListening ? from : undefined) ?? (isListening ? from : undefined);
        const to = owner ?? (proxyOfPort(port) ? undefined : this.elimination.meantBy(from, port, isMeans === true));
        if (to && to !== from) {
          calls.push({ from, to, text, byElimination: owner === undefined, isSocket: false, ...rest });
        }
      }
    }
    return calls;
  }

  /** A port in a setting of its own is one of the only other container that declares it. */
  private numberCalls(): LoopbackCall[] {
    const declared = grouped(this.runners.flatMap(runner => portsOf(runner).map(port => ({ runner, port }))), ({ port }) => port);
    return [...this.settings].flatMap(([from, settings]) =>
      numberedCalls(settings, from.role === ContainerRole.SIDECAR).flatMap(({ port, text, isPassedOn, isForwarded }): LoopbackCall[] => {
        const [to, ...more] = new Set(declared.get(port)?.map(({ runner }) => runner));
        return to && more.length === 0 && to !== from ? [{ from, to, text, byElimination: false, isSocket: false, isPassedOn, isForwarded }] : [];
      }));
  }

  /** The addresses on loopback that a variable or a flag of one of two containers names, and that nothing shows to be served by either. */
  public get unserved(): readonly UnservedCall[] {
    if (this.runners.length !== 2 || this.recognition.pod.spec.hostNetwork === true || getsPorts(this.recognition.pod)) {
      return [];
    }
    return [...this.settings].flatMap(([from, settings]) => this.callsIn(from, settings)
      .filter(({ isListening, isInScript, isNamed }) => isNamed === true && !isListening && !isInScript)
      .filter(({ port }) => this.owners.of(port) === undefined && !proxyOfPort(port))
      .map(({ text }) => ({ from, to: this.runners.find(runner => runner !== from)!, text })));
  }

  private callsIn({ spec }: PodContainer, settings: readonly Setting[]): readonly CalledPort[] {
    return this.recognition.surroundings.hasConfigMaps ? calledPorts(settings) : aboutShared(spec, 'called ports', () => calledPorts(settings));
  }

  /** A file that a program of its own mounts may name a port of another container. What known programs do with their files is their own affair. */
  private fileCalls(): LoopbackCall[] {
    return this.runners.filter(from => this.recognition.program(from) === undefined).flatMap(from =>
      portsInFiles(mountedTexts(this.recognition, from)).flatMap(called => {
        const { port, isListening, isPassedOn, isInScript, isNamed, isOnlooking, text } = called;
        const to = (isListening && !isPassedOn) || proxyOfPort(port) ? undefined : this.owners.of(port);
        const call = { text, byElimination: false, isSocket: false, isPassedOn, isInScript, isNamed, isOnlooking, isInFile: true };
        return to && to !== from ? [{ from, to, ...call }] : [];
      }));
  }

  /** A pod that looks up names on loopback calls the container that serves the port of DNS, or is told that very address. */
  private nameCalls(): LoopbackCall[] {
    const servers: unknown = this.recognition.pod.spec.dnsConfig?.nameservers;
    const server: unknown = Array.isArray(servers) ? servers.find(one => isLoopback(String(one))) : undefined;
    const to = server === undefined ? undefined : this.owners.of(DNS) ?? this.toldAddress(`${server}:${DNS}`);
    const callers = to ? this.runners.filter(from => from !== to && from.role === ContainerRole.MAIN) : [];
    // Where no other one has a port, the server of names may be the app, which the others look after.
    const isMeans = callers.some(({ spec }) => listOf(spec.ports).length > 0);
    return callers.map(from => ({ from, to: to!, text: `nameserver ${server}`, byElimination: false, isSocket: false, isPassedOn: false, isMeans, isOfPod: true }));
  }

  /** The only container with a setting that is an address. */
  private toldAddress(address: string): PodContainer | undefined {
    const told = this.runners.filter(container => this.settings.get(container)!.some(({ value }) => value === address));
    return told.length === 1 ? told[0] : undefined;
  }
}

/** No container has more calls of one kind to another one, and each of them is looked at beside the others. */
const MOST_ALIKE = 100;

function withoutRest(calls: LoopbackCall[]): LoopbackCall[] {
  const counts = new Map<string, number>();
  return calls.length <= MOST_ALIKE ? calls : calls.filter(({ text: _, from, to, ...kind }) => {
    const key = JSON.stringify([from.name, to.name, kind]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MOST_ALIKE;
  });
}

/** Whether a setting names the host of a database, and no other one its port. */
function isDatabaseHost({ name, value }: Setting, settings: readonly Setting[]): boolean {
  return isLoopback(value) && DATABASE_HOST.test(name)
    && !settings.some(other => other.name === name.replace(/(_[A-Z]+)?$/, '_PORT'));
}
