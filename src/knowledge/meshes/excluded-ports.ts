/** Whether a list of ports, as injectors read it (`9000,9100-9200`), has a port in it. */
export function excludes(list: unknown, port: unknown): boolean {
  return parts(list).some(part => {
    const [from, to = from] = part.split('-').map(Number);
    return typeof port === 'number' && from <= port && port <= to;
  });
}

/** A list of ports with more of them. */
export function withPorts(list: unknown, ports: readonly number[]): string {
  const missing = ports.filter((port, index) => ports.indexOf(port) === index && !excludes(list, port));
  return [...parts(list), ...missing].join(',');
}

function parts(list: unknown): string[] {
  return list === undefined || list === null ? [] : String(list).split(',').map(part => part.trim()).filter(part => part !== '');
}
