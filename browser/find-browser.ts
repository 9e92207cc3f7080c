import { execFileSync, spawnSync } from 'node:child_process';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium on this machine: what CHROMIUM_PATH names, or else what the shell finds. */
export function findBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? NAMES.map(which).find(path => path !== undefined);
}

/** Finds a Chromium, and installs Debian's if there is none. Throws a sentence if that is not possible. */
export function findOrInstallBrowser(): string {
  const found = findBrowser() ?? install();
  if (found === undefined) {
    throw new Error('no browser found, and none could be installed: install Chromium, or set CHROMIUM_PATH to the path of one');
  }
  return found;
}

function install(): string | undefined {
  if (which('apt-get') === undefined) {
    return undefined;
  }
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'];
  const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  process.stdout.write(`no browser found: ${[program, ...args].join(' ')}\n`);
  spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return findBrowser();
}

function which(name: string): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
