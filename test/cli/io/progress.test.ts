import { Progress } from '../../../src/cli/io/progress';

/** What a run shows that looks every 50 ms for so long. */
function shown(milliseconds: number, terminal: boolean | undefined): string[] {
  const texts: string[] = [];
  const io = { out: () => {}, err: (text: string) => { texts.push(text); }, stdin: async () => new Uint8Array(), progress: terminal };
  const progress = new Progress(io);
  for (let now = 0; now <= milliseconds; now += 50) {
    progress.show(() => `at ${now}`);
    jest.advanceTimersByTime(50);
  }
  progress.end();
  return texts;
}

beforeEach(() => { jest.useFakeTimers(); });
afterEach(() => { jest.useRealTimers(); });

test('a long run shows how far it is, and takes it away at the end', () => {
  expect(shown(1200, true)).toEqual(['\r\u001b[Kat 1000', '\r\u001b[Kat 1100', '\r\u001b[Kat 1200', '\r\u001b[K']);
});

test('a short run shows nothing', () => {
  expect(shown(900, true)).toEqual([]);
});

test.each([false, undefined])('nothing is shown where nobody looks', terminal => {
  expect(shown(5000, terminal)).toEqual([]);
});
