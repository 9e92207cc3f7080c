import * as fc from 'fast-check';
import { folders, helpers, mounting, running } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { forAll } from '../for-all';

const PORT = { ports: [{ containerPort: 8080 }] };
const volumes = folders('files');
const told = (...containers: Parameters<typeof running>[0]) => unclearTies(running(containers, { volumes })).map(({ to, seen }) => `${to.name}: ${seen}`);
const sh = (name: string, path: string, text: string) => mounting({ [path]: 'files' }, { name, image: `acme/${name}:1`, command: ['sh', '-c', text] });

describe('of two that name one file', () => {
  const model = (value: string) => mounting({ '/data/requests': 'files' }, { name: 'model', image: 'acme/model:1', env: [{ name: 'REQUESTS', value }], ...PORT });
  const checks = mounting({ '/in:ro': 'files' }, { name: 'checks', image: 'acme/checks:1', args: ['--source', '/in/today.csv'], ...PORT });

  test('the one with the read-only mount reads, also if both have ports', () => {
    expect(told(model('/data/requests/today.csv'), checks)).toEqual(["model: 'checks' reads /in/today.csv on volume 'files', which only 'model' can write"]);
    expect(told(model('/data/requests/'), checks)).toEqual(["model: 'checks' reads /in/today.csv on volume 'files', which it shares with 'model' alone"]);
  });

  test('nothing is promised of a setting that would show no more', () => {
    expect(unclearTies(running([model('/data/requests/'), checks], { volumes })).map(({ clear }) => clear)).toEqual(["an entry under 'sidecars' in the configuration"]);
  });
});

describe('a redirection shows who writes', () => {
  const work = sh('work', '/out', './compute --fast > /out/result.txt 2>&1');

  test('so that the other one may be the helper, also if it has a port', () => {
    const other = mounting({ '/in': 'files' }, { name: 'sends', image: 'acme/sends:1', ...PORT });

    expect(told(work, other)).toEqual(["sends: 'work' writes /out/result.txt on volume 'files', which it shares with 'sends' alone"]);
  });

  test('which the name of an image does not outweigh', () => {
    const named = mounting({ '/in': 'files' }, { name: 'sends', image: 'acme/result_exporter:1', ...PORT });

    expect(told(work, named)).toEqual(["sends: 'work' writes /out/result.txt on volume 'files', which it shares with 'sends' alone"]);
    expect(helpers(running([sh('work', '/out', './serve'), named], { volumes }))).toEqual(['sends: observer']);
  });

  test('and who has the folder of its pages there reads, whatever starts it', () => {
    const web = mounting({ '/usr/share/nginx/html': 'files' }, { name: 'web', image: 'acme/pages:1', command: ['bash', '-c', "nginx -g 'daemon off;'"], ...PORT });

    expect(told(web, sh('work', '/out', './compute >> /out/index.html; sleep infinity'))).toEqual(["web: 'work' writes /out/index.html on volume 'files', which it shares with 'web' alone"]);
  });
});

test('one more setting never turns advice into silence', () => {
  const side = fc.record({
    image: fc.constantFrom('acme/shop:1', 'acme/agent:1', 'acme/log-sidecar:1', 'acme/checks:1', 'acme/result_exporter:1', 'nginx:1.27', 'busybox:1.37'),
    hasPort: fc.boolean(),
    readOnly: fc.boolean(),
    path: fc.constantFrom('/data', '/var/log/shop', '/in', '/usr/share/nginx/html'),
  });
  const file = fc.constantFrom('today.csv', 'app.log', 'token', 'index.html');
  interface Side { readonly image: string; readonly hasPort: boolean; readonly readOnly: boolean; readonly path: string }
  const container = (name: string, { image, hasPort, readOnly, path }: Side, named?: string) => mounting(
    { [`${path}${readOnly ? ':ro' : ''}`]: 'files' },
    { name, image, ...(hasPort ? PORT : {}), ...(named ? { env: [{ name: 'FILE', value: `${path}/${named}` }] } : {}) },
  );
  const says = (...pod: Parameters<typeof running>[0]) => {
    const recognition = running(pod, { volumes });
    return recognition.helpers.length + unclearTies(recognition).length;
  };

  forAll(fc.property(side, side, file, (one, other, name) => {
    fc.pre(one.image !== other.image && !(one.readOnly && other.readOnly));
    const before = says(container('one', one, name), container('other', other));

    expect(before === 0 || says(container('one', one, name), container('other', other, name)) > 0).toBe(true);
  }), { numRuns: 300 });
});

describe('a folder for sockets that two share alone', () => {
  const at = (name: string, path: string, more: object = {}) => mounting({ [path]: 'files' }, { name, image: `acme/${name}:1`, ...more });
  const work = { command: ['./compute'] };

  test('ties them, by its path or by its name, and the one with a command is not the helper', () => {
    const seen = "daemon: 'compute' and 'daemon' alone share volume 'files', a folder for sockets (/var/run/acme)";

    expect(told(at('daemon', '/var/run/acme'), at('compute', '/var/run/acme', work))).toEqual([seen]);
    expect(told(at('compute', '/var/run/acme', work), at('daemon', '/var/run/acme'))).toEqual([seen]);
    expect(told(at('daemon', '/tmp/sock'), at('compute', '/tmp/sock', work))).toHaveLength(1);
    expect(told(at('daemon', '/tmp/x'), at('compute', '/tmp/x', work))).toEqual([]);
    expect(told(at('daemon', '/var/run'), at('compute', '/var/run', work))).toEqual([]);
    expect(told(at('daemon', '/run/acme'), at('compute', '/run/acme', work), at('third', '/run/acme'))).toEqual([]);
  });

  test('ties them also where both name the socket', () => {
    const named = { args: ['--at=/run/acme/a.sock'] };

    expect(told(at('daemon', '/run/acme', named), at('compute', '/run/acme', { ...named, command: ['./compute'] })).map(text => text.split(':')[0])).toEqual(['daemon']);
  });
});
