import { batch, folders, helpers, running } from './pods';
import { worksAfter } from '../../src/recognition/after-work';
import { sharedFolders } from '../../src/recognition/shared-files';
import { unclearTies } from '../../src/recognition/ties';
import { TestContainer } from '../simulator/pods';

const volumes = folders('data');
const mount = (mountPath: string, more: object = {}) => ({ volumeMounts: [{ name: 'data', mountPath, ...more }] });
const sh = (name: string, text: string, mounted: object): TestContainer => ({ name, image: `acme/${name}:1`, command: ['sh', '-c', text], ...mounted });

const found = (...containers: readonly TestContainer[]) => {
  const pod = running(containers, { volumes });
  return [helpers(pod), unclearTies(pod).map(({ seen }) => seen)];
};

describe('two containers share what is the same path in a volume', () => {
  const app = (mounted: object, file = '/logs/app.log') => ({ ...sh('app', `while true; do date >> ${file}; sleep 1; done`, mounted), ports: [{ containerPort: 8080 }] });
  const tail = (mounted: object) => sh('tail', 'tail -F /logs/app.log', mounted);

  test.each<[string, object, object, string?]>([
    ['one subPath', { subPath: 'logs' }, { subPath: 'logs' }],
    ['one subPath, written in two ways', { subPath: 'logs/' }, { subPath: './logs' }],
    ['one text with variables', { subPathExpr: '$(POD_NAME)' }, { subPathExpr: '$(POD_NAME)' }],
    ['a text without variables', { subPath: 'logs' }, { subPathExpr: 'logs' }],
  ])('by %s', (_name, one, other) => {
    expect(found(app(mount('/logs', one)), tail(mount('/logs', other)))).toEqual([['tail: shipper'], []]);
  });

  test('by a subPath of what the other one mounts as a whole', () => {
    expect(found(app(mount('/data'), '/data/logs/app.log'), tail(mount('/logs', { subPath: 'logs' })))).toEqual([['tail: shipper'], []]);
    expect(found(app(mount('/data', { subPath: 'shop' }), '/data/logs/app.log'), tail(mount('/logs', { subPath: 'shop/logs' })))).toEqual([['tail: shipper'], []]);
  });

  test.each<[string, object, object]>([
    ['two subPaths', { subPath: 'logs' }, { subPath: 'other' }],
    ['two subPaths that begin alike', { subPath: 'logs' }, { subPath: 'logs-2' }],
    ['two texts with variables', { subPathExpr: '$(POD_NAME)/a' }, { subPathExpr: '$(POD_NAME)/b' }],
    ['a text with variables and the whole volume', { subPathExpr: '$(POD_NAME)' }, {}],
  ])('but not by %s', (_name, one, other) => {
    expect(found(app(mount('/logs', one)), tail(mount('/logs', other)))).toEqual([[], []]);
  });

  test('which counts for each place alone', () => {
    const pod = running([{ name: 'a', ...mount('/a') }, { name: 'b', ...mount('/b', { subPath: 'x/y' }) }, { name: 'c', ...mount('/c', { subPath: 'x' }) }], { volumes }).pod;

    expect(sharedFolders(pod, pod.containers).map(({ container, place, path }) => `${container.name}: ${place} at ${path}`)).toEqual([
      'a: data:x/y at /a/x/y', 'a: data:x at /a/x', 'b: data:x/y at /b', 'c: data:x at /c', 'c: data:x/y at /c/y',
    ]);
  });
});

describe('of two subPaths', () => {
  const [ONE, OTHER] = [{ subPath: 'one' }, { subPath: 'other' }];
  const APP = { name: 'app', image: 'acme/app:1', ports: [{ containerPort: 8080 }] };

  test.each<[string, TestContainer, TestContainer]>([
    ['nothing is told where neither names a file', { ...APP, ...mount('/var/lib/app', ONE) }, { name: 'agent', image: 'acme/cache-agent:1', ...mount('/cache', OTHER) }],
    ['a file is not told as shared', { ...APP, ...mount('/var/lib/app', ONE) }, sh('tokens', 'while true; do make > /out/token; sleep 60; done', mount('/out', OTHER))],
    ['a web server does not serve what the other one writes', { ...APP, image: 'nginx:1.27', ...mount('/usr/share/nginx/html', ONE) }, sh('gen', 'while true; do date > /out/index.html; sleep 9; done', mount('/out', OTHER))],
    ['a socket is two sockets', { ...APP, args: ['--connect=/run/x/x.sock'], ...mount('/run/x', ONE) }, { name: 'agent', image: 'acme/agent:1', args: ['--listen=/run/x/x.sock'], ...mount('/run/x', OTHER) }],
  ])('%s', (_name, one, other) => {
    expect(found(one, other)).toEqual([[], []]);
  });

  test('no file tells another container to end', () => {
    const watch = 'proxy & until [ -f /pod/done ]; do sleep 1; done; kill $!';
    const ended = (one: object, other: object) => batch([sh('work', 'work; touch /pod/done', mount('/pod', one)), sh('proxy', watch, mount('/pod', other))], { volumes }).leftovers('sentinel-file').length;

    expect([ended(ONE, ONE), ended(ONE, OTHER), ended({ subPathExpr: '$(A)' }, { subPathExpr: '$(A)' }), ended({ subPathExpr: '$(A)' }, {})]).toEqual([1, 0, 1, 0]);
  });

  test('one who waits for a file there waits in vain, unless variables may lead another one to it', () => {
    const seen = (other: object) => worksAfter(batch([{ name: 'work', image: 'acme/work:1', ...mount('/out', other) }, sh('upload', 'until [ -f /out/done ]; do sleep 1; done; /upload', mount('/out', ONE))], { volumes }))
      .map(one => one.seen);

    expect(seen(OTHER)).toEqual(["'upload' waits for /out/done in a folder of volume 'data' that no other container mounts"]);
    expect(seen({ subPathExpr: '$(POD_NAME)' })).toEqual([]);
    expect(seen(ONE)).toEqual(["'upload' waits for /out/done on volume 'data', which only 'work' can write, and then runs /upload"]);
  });
});
