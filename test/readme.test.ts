import * as fs from 'fs';
import * as path from 'path';

const root = path.join(__dirname, '..');
const README = path.join(root, 'README.md');
const RECORDINGS = path.join(__dirname, 'fixtures', 'rolling-update');

const BEGIN = '<!-- rolling update: begin -->';
const END = '<!-- rolling update: end -->';
const WIDEST_BAR = 40;

interface Side { readonly requests: number; readonly failures: number }
interface Pattern { readonly inbound: Side; readonly outbound: Side }
interface Recording {
  readonly kubernetes: string;
  readonly rollouts: number;
  readonly requestsPerSecond: number;
  readonly native: Pattern;
  readonly ordinary: Pattern;
}

/** The picture of one recording: failed requests, drawn to scale. */
function picture({ kubernetes, rollouts, requestsPerSecond, native, ordinary }: Recording): string {
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

test('the README shows the rolling updates that were recorded (a change that is meant: npx projen examples:update)', () => {
  const recordings = fs.readdirSync(RECORDINGS).sort().map(file => JSON.parse(fs.readFileSync(path.join(RECORDINGS, file), 'utf8')) as Recording);
  const block = [BEGIN, '```text', recordings.map(picture).join('\n\n'), '```', END].join('\n');
  const text = fs.readFileSync(README, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END) + END.length];

  if (process.env.UPDATE_EXAMPLES) {
    fs.writeFileSync(README, text.slice(0, begin) + block + text.slice(end));
  }

  expect(fs.readFileSync(README, 'utf8')).toContain(block);
});

test.each(['native', 'ordinary'] as const)('the recorded rolling updates keep the promise: %s', pattern => {
  for (const file of fs.readdirSync(RECORDINGS)) {
    const { inbound, outbound } = (JSON.parse(fs.readFileSync(path.join(RECORDINGS, file), 'utf8')) as Recording)[pattern];

    expect([inbound.requests > 1000, outbound.requests > 1000]).toEqual([true, true]);
    expect(inbound.failures + outbound.failures === 0).toBe(pattern === 'native');
  }
});
