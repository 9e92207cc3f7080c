import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run';
import { Stage } from './stage';

/** The ports of the Git servers. */
export const GIT_PORT = 9418;
export const HTTPS_PORT = 18443;
/** The file whose text is that of the newest commit. */
export const PAGE = 'docs/page.txt';
/** A file of the submodule. */
export const LIBRARY = 'lib/code.txt';

/** A repository with a submodule, and Git servers for it in the network of the sidecar. */
export class Repository {
  public static async create(): Promise<Repository> {
    const folder = mkdtempSync(join(tmpdir(), 'git-'));
    chmodSync(folder, 0o755);
    await run(folder, 'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tls.key', '-out', 'tls.crt', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost');
    await run(folder, 'openssl', 'genrsa', '-out', 'app.key', '2048');
    await run(folder, 'openssl', 'rsa', '-in', 'app.key', '-pubout', '-out', 'app.pub');
    const repository = new Repository(folder);
    await repository.begin();
    return repository;
  }

  private constructor(private readonly folder: string) {}

  public get certificate(): string {
    return this.read('tls.crt');
  }

  /** The private key of a GitHub App that may read the repository. */
  public get appKey(): string {
    return this.read('app.key');
  }

  public async commit(text: string): Promise<void> {
    ['docs', 'src', 'lib'].forEach(part => mkdirSync(join(this.folder, 'content', part), { recursive: true }));
    [PAGE, 'src/code.txt'].forEach(file => this.write('content', file, text));
    await this.save('content', text);
  }

  /** Serves it over the protocol of Git. */
  public serve(stage: Stage): void {
    stage.beside('git', ['-c', 'safe.directory=*', 'daemon', '--export-all', `--base-path=${this.folder}`, '--listen=127.0.0.1', `--port=${GIT_PORT}`]);
  }

  /** Serves it over HTTPS: to everyone, or to a GitHub App only. */
  public async serveOverHttps(stage: Stage, onlyToApp = false): Promise<void> {
    const files = ['tls.crt', 'tls.key', ...(onlyToApp ? ['app.pub'] : [])].map(file => join(this.folder, file));
    await stage.serve('git-server.mjs', HTTPS_PORT, this.folder, ...files);
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async begin(): Promise<void> {
    await this.git('init', '--quiet', '--initial-branch=main', 'library');
    this.write('library', 'code.txt', 'library');
    await this.save('library', 'first');
    await this.git('init', '--quiet', '--initial-branch=main', 'content');
    this.write('content', '.gitmodules', '[submodule "lib"]\n\tpath = lib\n\turl = ../library\n');
    await this.git('-C', 'content', 'update-index', '--add', '--cacheinfo', `160000,${await this.git('-C', 'library', 'rev-parse', 'HEAD')},lib`);
    await this.commit('first');
  }

  private read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  private write(repository: string, file: string, text: string): void {
    writeFileSync(join(this.folder, repository, file), text);
  }

  private async save(repository: string, message: string): Promise<void> {
    await this.git('-C', repository, 'add', '.');
    await this.git('-C', repository, '-c', 'user.name=Shop', '-c', 'user.email=shop@acme.example', 'commit', '--quiet', '-m', message);
  }

  private git(...args: string[]): Promise<string> {
    return run(this.folder, 'git', ...args);
  }
}
