import { spawnSync } from 'child_process';
import * as path from 'path';
import { Usage } from './usage';

/** The command of this package. */
export const COMMAND = path.join(__dirname, '..', 'bin', 'cdk8s-sidecars');

/** Node.js in a process of its own. It tells its processor time and memory when it ends, after all else on standard error. The shell counts in hundredths of a second, which is too coarse. */
export function node(...args: readonly string[]): () => Usage {
  const hook = path.join(__dirname, 'usage-hook.js');
  return () => {
    const { stderr } = spawnSync(process.execPath, ['-r', hook, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'ignore', 'pipe'] });
    return JSON.parse(stderr.trim().split('\n').pop()!) as Usage;
  };
}

/** The command in such a process. */
export function command(...args: readonly string[]): () => Usage {
  return node(COMMAND, ...args);
}
