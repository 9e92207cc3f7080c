import { ProgramRun } from './program-run';
import { Since } from './since';

/** How a sidecar and the app meet. */
export type Direction =
  /** The app calls it: it must outlive the app. */
  | 'outbound'
  /** The world calls the app through it. */
  | 'inbound'
  /** It brings files that the app reads. */
  | 'content'
  /** It takes away what the app writes. */
  | 'shipper'
  /** It works once the app has ended. */
  | 'after-main'
  /** It asks the app, for metrics or health: the app does not need it. */
  | 'observer'
  /** It watches files and tells the app to read them again. */
  | 'reloader'
  /** It stands beside a CSI driver, of which it is a part. */
  | 'csi'
  /** The proxy of a mesh, which an injector writes. */
  | 'mesh';

/** What a program must be told for its gate to open: by a flag, or by a variable. */
export interface GateNeed {
  /** The flag's name without dashes; absent where only a variable will do. */
  readonly flag?: string;
  /** The dashes before the flag. */
  readonly dashes?: '-' | '--';
  /** The equivalent variable; absent where there is only a flag. */
  readonly variable?: string;
  /** The value; absent for a switch. */
  readonly value?: string;
}

/** How a kubelet finds out that a program is up. */
export interface ProgramGate {
  /** The handler of a probe, such as `httpGet`. */
  readonly handler: { readonly [kind: string]: unknown };
  /** The port on which it serves others, where the manifest does not say otherwise to the program itself: other signs of its port outweigh it. */
  readonly assumedPort?: number;
  /** How long one question may take, where a second is too short. */
  readonly timeoutSeconds?: number;
  /** How long it may stay shut, where the program needs longer than others: a VPN dials in first. */
  readonly patienceSeconds?: number;
  /** What the program must be told for it. */
  readonly needs?: readonly GateNeed[];
}

/** How long a VPN may take to dial in, with a second try at another server. */
export const VPN_SECONDS = 180;

/** How long a program takes to stop, and where that is set. */
export interface ProgramDrain {
  readonly seconds: number;
  /** What to write to make it shorter. */
  readonly flag: string;
}

/** What a health path depends on, and the path that depends on nothing else. */
export interface ForeignAnswer {
  readonly of: 'app' | 'world';
  readonly instead: string;
}

/** The user that an image runs as, where a kubelet cannot tell that it is not root. */
export type ImageUser =
  /** A name, with its number. */
  | { readonly name: string; readonly id: number }
  /** Root, with a number that will do instead. */
  | { readonly root: true; readonly id?: number };

/** What an image needs from a security context. */
export interface ImageNeeds {
  /** The user that the image is made for, where nothing else tells it. */
  readonly user?: number;
  /** The folders that it writes. They are empty in the image, so an emptyDir volume can take the place of each. */
  readonly folders?: readonly string[];
  /** A folder that it writes and that holds files of the image, so no volume can take its place. */
  readonly ownFolder?: string;
  /** When it starts as root, it goes on as another user, which takes the capabilities SETGID and SETUID. */
  readonly stepsDown?: true;
  /** What it cannot work without, as a part of `securityContext`: `privileged: true`, or a capability to add. */
  readonly privilege?: 'privileged' | 'NET_ADMIN';
}

/** What is known of an image. */
export interface ImageFacts {
  /** What people call the program in it. */
  readonly name: string;
  /** The images that are this program, without tag and digest. */
  readonly repositories: RegExp;
  /** What the program is called in a command, where its images hold other programs too. */
  readonly binary?: RegExp;
  /** The user of the image, where `runAsNonRoot` needs a number beside it. */
  readonly imageUser?: (run: ProgramRun) => ImageUser | undefined;
  /** What this run needs from a security context. */
  readonly imageNeeds?: (run: ProgramRun) => ImageNeeds | undefined;
}

/** How a program is told to do one thing and exit. */
export interface RunsOnce {
  /** The words behind its name that are no flags, the first four of them: `tunnel route dns`. */
  readonly words?: RegExp;
  /** A flag as it stands, or with the next word: `--check-config`, `--mode validate`. */
  readonly flag?: RegExp;
  /** A line of its configuration. */
  readonly file?: RegExp;
}

/** What is known of any program that serves as a sidecar, and is recognized by its image. */
export interface KnownProgram extends ImageFacts {
  /** The names of the containers that are this program, where a user's configuration asks for them. */
  readonly containerName?: RegExp;
  /** The tags that are this program, where the same images are other programs too. */
  readonly tags?: RegExp;
  /** It never is the app itself, so as an ordinary container of a Job it keeps the Job alive. */
  readonly onlySidecar: boolean;
  /** Only the end of an image's name shows it, which an app may have too: `pdf-exporter`. */
  readonly byEnding?: true;
  readonly direction: Direction;
  /** Others send their metrics, traces or logs to it: behind a Service, it may collect those of other pods. */
  readonly collects?: true;
  /** It serves only those who ask it: beside several apps of which none is seen asking, nothing shows that one needs it. */
  readonly servesAskers?: true;
  /** Its configuration may also make it an inbound proxy: if no container of the pod calls it, it usually forwards requests from outside to the app. */
  readonly servesBothWays?: boolean;
  /** The way that this run's own settings show, where no call shows another one; undefined when they show none. */
  readonly way?: (run: ProgramRun) => 'outbound' | 'inbound' | undefined;
  /** It only carries calls to a server elsewhere: who calls it needs it, whatever that one is called. */
  readonly isTunnel?: true;
  /** All traffic of the pod goes through it: the ports that it declares are the app's. */
  readonly isRoute?: true;
  /** The ports on loopback to which it forwards requests from outside, as far as the manifest shows. */
  readonly upstreams?: (run: ProgramRun) => readonly number[];
  /** Whether its settings show that it answers requests itself and passes none on: then no container of its pod is behind it. */
  readonly answersAll?: (run: ProgramRun) => boolean;
  /** The ports on loopback to which it forwards a request at one of its ports, where its configuration in the input shows that nothing else answers; undefined otherwise. */
  readonly passesOn?: (run: ProgramRun, port: number, path: string) => readonly number[] | undefined;
  /** Whether it forwards requests to other hosts, and none inside of the pod, as far as the manifest shows: then the app calls the world through it. */
  readonly forwardsOut?: (run: ProgramRun) => boolean;
  /** Whether this run is the app itself, though the program usually is a sidecar: the gateway of a mesh runs the image of its proxy. */
  readonly standsAlone?: (run: ProgramRun) => boolean;
  /** How it is told to do one thing and exit, beside what most programs understand. */
  readonly once?: RunsOnce;
  /** Whether only a proxy in front of the app asks this run, and never the app. */
  readonly servesProxy?: (run: ProgramRun) => boolean;
  /** It decides who may call the app: a request that does not pass it is not checked. */
  readonly guards?: true;
  /**
   * What a command calls it in an image of another name, without its folder.
   * Without it, a program that is only a sidecar is recognized by a command that is called like its images.
   */
  readonly command?: RegExp;
  /** The first word of such a command that is no flag, where only that makes it this program: `proxy` of `kubectl proxy`. */
  readonly subcommand?: RegExp;
  /** The gate that is known to open for this run; or why there is none, as a part of a sentence. */
  readonly startup?: (run: ProgramRun) => ProgramGate | string;
  /** Further ports on which this run answers for its health, beside that of its gate. */
  readonly healthPorts?: (run: ProgramRun) => readonly number[];
  /** The port on loopback where this run can be told to quit, and whether the manifest shows that it is open; undefined when its number cannot be seen. */
  readonly admin?: (run: ProgramRun) => { readonly port: number; readonly isOpen: boolean } | undefined;
  /** The ports that this run opens only on loopback, as far as the manifest shows. */
  readonly loopback?: (run: ProgramRun) => readonly number[];
  /** The usual ports that this run does not open, because its configuration, all of which is in the input, does not switch them on. */
  readonly shutPorts?: (run: ProgramRun) => readonly number[];
  /** What a question to this path waits for, other than the program itself. */
  readonly waitsFor?: (run: ProgramRun, path: string) => ForeignAnswer | undefined;
  /** The tags whose images have neither a shell nor tools; a function where the repository decides. */
  readonly shellLess?: RegExp | ((run: ProgramRun) => boolean);
  /** How many seconds it needs after its stop signal, in all; undefined when that depends on what cannot be seen. */
  readonly stopSeconds?: (run: ProgramRun) => number | undefined;
  /** Whether this run exits with 0 after its stop signal, where it would exit with 143 otherwise. */
  readonly stopsWithZero?: (run: ProgramRun) => boolean;
  /** How long it drains; undefined when that is short or unknown. */
  readonly drain?: (run: ProgramRun) => ProgramDrain | undefined;
  /** Why this run ignores SIGTERM, as a part of a sentence. */
  readonly ignoresSigterm?: (run: ProgramRun) => string | undefined;
  /** What became of a product that is no longer maintained, and what takes its place. */
  readonly dead?: { readonly since: string; readonly successor: string };
}

/** What is known about a program of the catalog. */
export interface Program extends KnownProgram {
  /** The default image of the preset, with a tag that exists. */
  readonly image: string;
  /** The numeric user that it runs as. */
  readonly user: number;
  /** How a kubelet finds out that it is up, in words. */
  readonly gate: string;
  /** What the preset always writes, if not every version of the program understands it. */
  readonly requires?: Since;
  /** How long it needs after its stop signal, in seconds, as the preset configures it. */
  readonly shutdownSeconds: number;
}

/** A gate by an HTTP request. */
export function httpGate(path: string, port: number, needs: readonly GateNeed[] = [], scheme?: 'HTTPS'): ProgramGate {
  return { handler: { httpGet: { path, port, ...(scheme ? { scheme } : {}) } }, ...(needs.length > 0 ? { needs } : {}) };
}

/** How a program of a given version shows that it is up. */
type Startup = NonNullable<KnownProgram['startup']>;

/** The gate of a program whose health endpoint, or the setting for it, came with a version. One that the tag does not show is taken for a later one. */
export function gateSince(version: readonly [major: number, minor: number, patch?: number], startup: Startup): Startup {
  return run => run.atLeast(...version) === false ? 'this version has no health endpoint' : startup(run);
}

/** Whether a program is known by an image that may run anything, such as one with a shell: then it is a shipper only if its command shows it. */
export function isShellImage({ onlySidecar, direction }: KnownProgram): boolean {
  return !onlySidecar && direction === 'shipper';
}
