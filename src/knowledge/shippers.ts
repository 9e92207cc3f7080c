import { knownSidecarProgram } from './sidecar-images';

/** Known programs that send on the files that an app writes, and read no more once they are told to stop. */
const SHIPPERS: ReadonlySet<string | undefined> = new Set(['Fluent Bit', 'Fluentd', 'Vector', 'Grafana Alloy', 'Promtail', 'Filebeat']);

/** Whether an image is one that sends on the files that an app writes. */
export function isShipper(image: unknown): boolean {
  return SHIPPERS.has(knownSidecarProgram(image));
}
