import { fenced, Page, read, readJsonFiles } from './page';

const BEGIN = '<!-- rolling update: begin -->';
const END = '<!-- rolling update: end -->';
const WIDEST_BAR = 40;

interface Side { readonly requests: number; readonly failures: number }
interface Pattern { readonly inbound: Side; readonly outbound: Side }

/** The requests that failed while a Deployment was rolled out on a real cluster. */
export interface RollingUpdate {
  readonly kubernetes: string;
  readonly rollouts: number;
  readonly requestsPerSecond: number;
  readonly native: Pattern;
  readonly ordinary: Pattern;
}

export const ROLLING_UPDATES = readJsonFiles<RollingUpdate>('test/fixtures/rolling-update', /\.json$/);

/** README.md with the figures of the recorded rolling updates. */
export function readmeWithFigures(): Page {
  const text = read('README.md');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error(`README.md has no place for the rolling updates: it needs a line '${BEGIN}' and after it a line '${END}'`);
  }
  const block = [BEGIN, fenced('text', ROLLING_UPDATES.map(picture).join('\n\n')), END].join('\n');
  return { file: 'README.md', text: text.slice(0, begin) + block + text.slice(end + END.length) };
}

/** The picture of one recording: failed requests, drawn to scale. */
function picture({ kubernetes, rollouts, requestsPerSecond, native, ordinary }: RollingUpdate): string {
  const rows: [string, string, Side][] = [
    ['native sidecar', 'to the app', native.inbound],
    ['', 'from the app', native.outbound],
    ['ordinary', 'to the app', ordinary.inbound],
    ['', 'from the app', ordinary.outbound],
  ];
  const most = Math.max(...rows.map(([, , side]) => side.failures), 1);
  return [
    `${`Kubernetes ${kubernetes}, ${rollouts} rollouts at ${requestsPerSecond} requests a second`.padEnd(61)}requests   failed`,
    ...rows.map(([pattern, direction, { requests, failures }]) => {
      const bar = '█'.repeat(Math.ceil(failures / most * WIDEST_BAR));
      return `${pattern.padEnd(16)}${direction.padEnd(45)}${String(requests).padStart(8)}${String(failures).padStart(9)}  ${bar}`.trimEnd();
    }),
  ].join('\n');
}
