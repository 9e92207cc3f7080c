import type { RecognizedPod } from './recognized';
import { hasNoShell } from '../knowledge/known-programs';
import { hookOf } from '../kubernetes/hooks';
import { PodContainer } from '../kubernetes/pod';

/** Tools that exist only in images with an operating system. An image may still contain its own program, such as `/healthcheck`. */
const TOOLS = new Set([
  'sh', 'bash', 'ash', 'dash', 'zsh', 'test', '[', 'cat', 'ls', 'stat', 'echo', 'sleep', 'true', 'false', 'grep', 'find', 'touch', 'kill', 'killall', 'pkill', 'pgrep', 'ps',
  'nc', 'ncat', 'netstat', 'curl', 'wget', 'pg_isready', 'psql', 'mysqladmin', 'mysql', 'redis-cli', 'timeout', 'env', 'rm', 'mv', 'cp', 'nslookup', 'ping', 'ss', 'lsof',
]);

/** Where a system keeps its tools. Elsewhere, a volume may have brought them. */
const FOLDERS = /^(\/(usr\/)?(local\/)?s?bin\/)?[^/]+$/;

/** The tool that a command starts, if it exists only in images with an operating system. */
export function toolOf(command: readonly unknown[]): string | undefined {
  const [first] = command;
  const name = typeof first === 'string' && FOLDERS.test(first) ? first.slice(first.lastIndexOf('/') + 1) : '';
  return TOOLS.has(name) ? name : undefined;
}

/** Whether a container's image is known to have neither a shell nor the usual tools. */
export function lacksTools(recognition: RecognizedPod, container: PodContainer): boolean {
  const program = recognition.program(container);
  return (program?.shellLess !== undefined || String(container.spec.image).includes('distroless/')) && hasNoShell(program, recognition.run(container));
}

/** The tool without which the preStop hook of a container cannot sleep, so that it fails at once; undefined when its image may have it, or when the hook does not sleep. */
export function missingToSleep(recognition: RecognizedPod, container: PodContainer): string | undefined {
  const command: unknown = container.spec.lifecycle?.preStop?.exec?.command;
  const tool = Array.isArray(command) ? toolOf(command) : undefined;
  return tool !== undefined && hookOf(container, 'preStop')?.seconds !== undefined && lacksTools(recognition, container) ? tool : undefined;
}
