import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, fchownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ADDRESS, Binary, clientFolders } from './binaries';
import { MemoryLimit } from './memory';
import { Sandbox } from './sandbox';

/** A folder that the container mounts: what is in it, or nothing if the container may write there. */
export interface Mount {
  readonly path: string;
  readonly files?: { readonly [name: string]: string };
}

/** A container as the preset synthesizes it, with the contents of its volumes. */
export interface Synthesized {
  readonly container: any;
  readonly mounts: readonly Mount[];
}

/**
 * Makes a root of its own around the system's /usr, mounts what the preset mounts, makes everything else read-only and becomes the program, as process 1.
 * The files about names are there as in every pod, but no name server answers.
 * $1 is the folder for the root, $2 the binary, $3 the staged files, $4 what its volumes hold; what follows is executed.
 */
const INIT = `set -e
root=$1 binary=$2 staged=$3 volumes=$4; shift 4
mount --make-rprivate /
mount -t tmpfs -o mode=755 root "$root"
cd "$root"
mkdir usr etc proc dev tmp program var
mount --rbind /usr usr
for dir in bin sbin lib lib64; do if [ -L /$dir ]; then cp -P /$dir $dir; elif [ -d /$dir ]; then mkdir $dir; mount --bind -o ro /$dir $dir; fi; done
cp /etc/passwd /etc/group /etc/ld.so.cache etc/
echo 127.0.0.1 localhost > etc/hosts
echo nameserver ${ADDRESS} > etc/resolv.conf
mkdir var/run; ln -s var/run run
for device in null zero full random urandom; do touch dev/$device; mount --bind /dev/$device dev/$device; done
ln -s /proc/self/fd/1 dev/stdout; ln -s /proc/self/fd/2 dev/stderr; ln -s /proc/self/fd dev/fd
touch "program/$(basename "$binary")"; mount --bind "$binary" "program/$(basename "$binary")"
case $COMMAND in /*) mkdir -p ".$(dirname "$COMMAND")"; ln -s "/program/$(basename "$binary")" ".$COMMAND";; esac
for applet in $APPLETS; do ln -s "$BUSYBOX" program/$applet; done
cp -r "$staged/." .
if [ -n "$MEMORY_GROUP" ]; then mkdir -p ".$MEMORY_MOUNT"; mount --bind "$MEMORY_GROUP" ".$MEMORY_MOUNT"; fi
if [ -n "$BESIDE" ]; then (cd "$staged"; eval "$BESIDE"); fi
for dir in $WRITABLE; do mkdir -p ".$dir"; mount --bind "$volumes$dir" ".$dir"; done
mount -t proc proc proc
mount --bind -o remount,ro usr
mount -o remount,ro "$root"
unset APPLETS BUSYBOX WRITABLE BESIDE COMMAND MEMORY_GROUP MEMORY_MOUNT
exec chroot "$root" "$@"`;

/** So that everything that follows has the memory limit of the container. */
const ENTER_GROUP = 'if [ -n "$MEMORY_GROUP" ]; then echo $$ > "$MEMORY_GROUP/cgroup.procs"; fi; exec "$@"';

/** A program that runs as the only container of a pod would: in namespaces of its own, and with what the container is allowed. */
export class Pod {
  /** The exit code, once the program has ended. */
  public ended!: Promise<number>;
  /** The memory limit of the container, where this machine can set one. */
  public readonly memory: MemoryLimit | undefined;
  private process!: ChildProcess;
  private readonly folder = mkdtempSync(join(tmpdir(), 'programs-'));
  private readonly sandbox: Sandbox;
  private readonly privileges: readonly string[];
  private readonly env: NodeJS.ProcessEnv;
  private readonly onExit: () => void;

  public constructor(private readonly synthesized: Synthesized, private readonly binary: Binary, private readonly program: string) {
    const { container, mounts } = synthesized;
    const { runAsUser: user, runAsGroup: group = user } = container.securityContext;
    this.privileges = ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
    this.env = { PATH: ['/program', ...clientFolders(), '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':'), ...environment(container, binary) };
    this.stage();
    this.sandbox = new Sandbox(this.folder, mounts.filter(mount => !mount.files).map(mount => mount.path));
    this.memory = MemoryLimit.of(container, this.folder);
    this.onExit = () => this.remove();
    process.once('exit', this.onExit);
    this.start();
  }

  /** Process 1 of the pod, by its number outside. */
  public get id(): string {
    return this.pid() ?? '';
  }

  /** The words before a command that is to run in the network of the pod, also while the program does not run. */
  public get network(): readonly string[] {
    return this.sandbox.enter;
  }

  /** The folder with the files that the program finds. */
  public get staged(): string {
    return this.part('staged');
  }

  /** A path in the pod, from outside. */
  public path(path: string): string {
    return join('/proc', this.id, 'root', path);
  }

  /** The file with what the program wrote so far. */
  public get logFile(): string {
    return this.part('log');
  }

  /** What the program wrote so far. */
  public get log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  public get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Whether the preparations are over, so that process 1 is the program and the root its own. */
  public get isStarted(): boolean {
    const pid = this.pid();
    return pid !== undefined && /^NoNewPrivs:\s*1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  }

  /** Asks the startup probe once, as a kubelet does. */
  public isOpen(): boolean {
    const { exec, httpGet, tcpSocket } = this.synthesized.container.startupProbe ?? {};
    const pid = this.pid();
    if (!pid || !exec && !httpGet && !tcpSocket) {
      return pid !== undefined;
    }
    if (exec) {
      const inside = ['--target', pid, '--net', '--mount', '--pid', '--ipc', '--uts', '--root', '--wd', ...this.privileges, ...exec.command];
      return spawnSync('nsenter', inside, { env: this.env, timeout: 1000, stdio: 'ignore' }).status === 0;
    }
    // Only the network is the pod's: curl is the kubelet's side.
    const url = httpGet ? `${(httpGet.scheme ?? 'HTTP').toLowerCase()}://${ADDRESS}:${httpGet.port}${httpGet.path}` : `telnet://${ADDRESS}:${tcpSocket.port}`;
    const { stdout, status } = this.curl(url);
    return status === 0 && (!httpGet || /^[23]/.test(stdout));
  }

  /** Whether another pod gets an answer from a path. */
  public answers(port: number, path: string): boolean {
    return this.curl(`http://${ADDRESS}:${port}${path}`).stdout === '200';
  }

  /** What the kernel says that the program may do beyond what its container is allowed; empty if it is confined as it should be. */
  public excess(): string[] {
    const status = readFileSync(`/proc/${this.pid()}/status`, 'utf8');
    const is = (field: string, value: RegExp) => value.test(new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '');
    const root = readFileSync(`/proc/${this.pid()}/mountinfo`, 'utf8').split('\n').map(line => line.split(' ')).find(fields => fields[4] === '/');
    const user = this.synthesized.container.securityContext.runAsUser;
    return [
      ...(is('Uid', new RegExp(`^${user}(\\s+${user}){3}$`)) ? [] : [`is not user ${user}`]),
      ...(is('CapEff', /^0+$/) && is('CapBnd', /^0+$/) ? [] : ['has capabilities']),
      ...(is('NoNewPrivs', /^1$/) ? [] : ['may gain privileges']),
      ...(is('NSpid', /\s1$/) ? [] : ['is not process 1']),
      ...(root?.[5].split(',').includes('ro') ? [] : ['has a root that it can write to']),
    ];
  }

  public signal(signal: NodeJS.Signals): void {
    process.kill(Number(this.pid()), signal);
  }

  /** Ends process 1 itself, and with it all of its namespace: it would outlive `unshare`, because its user is another. */
  public kill(): void {
    const pid = this.isRunning && this.pid();
    if (pid) {
      process.kill(Number(pid), 'SIGKILL');
    }
  }

  /** Kills the program and starts it again with the network and the volumes of the pod, as a kubelet does after a crash. */
  public async crash(): Promise<void> {
    this.kill();
    await this.ended;
    this.start();
  }

  /** Ends what is left, and returns what the program wrote. */
  public remove(): string {
    this.kill();
    this.sandbox.remove();
    process.off('exit', this.onExit);
    const { log } = this;
    rmSync(this.folder, { recursive: true, force: true });
    this.memory?.remove();
    return log;
  }

  /** The files that the container finds, in a folder from which they are copied into its root. */
  private stage(): void {
    const { staged } = this;
    [this.part('root'), staged].forEach(dir => mkdirSync(dir));
    chmodSync(staged, 0o755);
    for (const [file, content] of filesOf(this.synthesized.mounts, this.binary)) {
      mkdirSync(dirname(join(staged, file)), { recursive: true });
      writeFileSync(join(staged, file), content, { mode: content.startsWith('#!') ? 0o755 : 0o644 });
    }
  }

  private start(): void {
    const { container } = this.synthesized;
    const { runAsUser: user, runAsGroup: group = user } = container.securityContext;
    // A file, and the container's own: a program that opens /dev/stderr could not open a pipe or socket of root's.
    const log = openSync(this.logFile, 'a');
    fchownSync(log, user, group);
    // An image's entrypoint is not known here. Where the preset sets no command, the binary is the entrypoint.
    const command = [...(container.command ?? [basename(this.program)]), ...(container.args ?? [])];
    const { applets, beside } = this.binary;
    const init = { APPLETS: applets?.join(' '), BUSYBOX: '/usr/bin/busybox', WRITABLE: this.sandbox.writable, BESIDE: beside, COMMAND: container.command?.[0] };
    const limit = { MEMORY_GROUP: this.memory?.group, MEMORY_MOUNT: this.memory?.mountPath };
    const own = ['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', 'sh', '-c', INIT, 'init', this.part('root'), this.program, this.staged, this.sandbox.volumes];
    this.process = spawn(
      'sh',
      ['-c', ENTER_GROUP, 'enter', ...this.sandbox.enter, ...own, ...this.privileges, ...command],
      { cwd: '/', env: { ...this.env, ...init, ...limit }, stdio: ['ignore', log, log] },
    );
    closeSync(log);
    const { process: started } = this;
    this.ended = new Promise(resolve => started.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!])));
  }

  private part(name: string): string {
    return join(this.folder, name);
  }

  private curl(url: string): { readonly stdout: string; readonly status: number | null } {
    const [enter, ...args] = [...this.network, 'curl', '-sk', '-m', '1', '-o', '/dev/null', '-w', '%{http_code}', url];
    return spawnSync(enter, args, { encoding: 'utf8', input: '' });
  }

  /** Process 1 of the namespaces, by its number outside. */
  private pid(): string | undefined {
    try {
      return readFileSync(`/proc/${this.process.pid}/task/${this.process.pid}/children`, 'utf8').split(' ')[0] || undefined;
    } catch {
      return undefined;
    }
  }
}

function environment(container: any, binary: Binary): NodeJS.ProcessEnv {
  const own = (container.env ?? []).map(({ name, value }: any) => [name, value ?? binary.env?.[name]]);
  return { ...binary.env, ...Object.fromEntries(own) };
}

function filesOf(mounts: readonly Mount[], binary: Binary): [path: string, content: string][] {
  const mounted = mounts.map(({ path, files = {} }) => Object.entries(files).map(([name, content]): [string, string] => [join(path, name), content]));
  return [...mounted.flat(), ...Object.entries(binary.files?.() ?? {})];
}
