import { readFileSync, statSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png',
};

/** A folder, served to the browser of a test. */
export class ServedFolder {
  /** Serves a folder on a free port of this machine. */
  public static async start(folder: string): Promise<ServedFolder> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const file = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
      if (!file.startsWith(folder) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return new ServedFolder(server, asked);
  }

  /** Its address, without a slash at the end. */
  public readonly origin: string;

  /** @param asked the paths that a browser asked for so far */
  private constructor(private readonly server: Server, public readonly asked: readonly string[]) {
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Stops serving. */
  public async stop(): Promise<void> {
    await new Promise(resolve => this.server.close(resolve));
  }
}
