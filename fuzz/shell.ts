import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { Fuzzer } from './fuzzer';
import { anyScript, execute, podWith } from './scripts';
import { migrateText } from '../src/core/migrate/migrate-text';
import { KubernetesVersion } from '../src/kubernetes/kubernetes-version';
import { Surroundings } from '../src/recognition/surroundings';

const OPTIONS = { kubernetes: KubernetesVersion.of('1.33'), surroundings: Surroundings.NONE, programs: [] };

/** The shells of this machine: scripts of containers run in either. */
export const SHELLS = ['/bin/sh', '/bin/bash'].filter(file => existsSync(file));

/** Migrates a script, and compares what it does before and after. Throws when it does something else. */
export function compareScript(script: string, shell: string): void {
  const before = podWith(script);
  const { text, pods } = migrateText('job.json', before, OPTIONS);
  const again = migrateText('job.json', text, OPTIONS);
  if (again.text !== text) {
    throw new Error(`a second run changes the script again:\n${scriptOf(text)}\n---\n${scriptOf(again.text)}`);
  }
  const after = scriptOf(text);
  if (after === script) {
    return;
  }
  const was = execute(shell, script);
  const is = execute(shell, after);
  if (was.unparsed) {
    return;
  }
  const told = pods.some(({ plan, later = [] }) => [plan, ...later].some(({ consequences }) => consequences.length > 0));
  // Of what runs at the same time, any may come first.
  const order = /[^|]\|[^|]|[^&>]&(?![&\d])/.test(script) ? (lines: string) => lines.split('\n').sort().join('\n') : (lines: string) => lines;
  if (is.unparsed || order(was.work) !== order(is.work) || (was.code !== is.code && !told)) {
    throw new Error(`the script does something else:\n${after}\n${JSON.stringify({ was, is, told })}`);
  }
}

function scriptOf(text: string): string {
  const { containers } = JSON.parse(text).spec.template.spec;
  return containers[0].command[2];
}

/** Scripts with workarounds, executed before and after the migration in a shell in which nothing is real. */
export const shell: Fuzzer = {
  name: 'shell',
  property: () => fc.property(anyScript, fc.constantFrom(...SHELLS), (script, interpreter) => compareScript(script, interpreter)),
};
