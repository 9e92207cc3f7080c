import { folders, helpers, mounting, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const agent = (name: string) => ({ name, image: `acme/${name}:1`, ports: [{ containerPort: 9091 }], env: env({ ENGINE_ENDPOINT: 'http://localhost:8000' }) });
const engine = { name: 'engine', image: 'acme/llm:1', ports: [{ containerPort: 8000 }] };
const gpu = { resources: { limits: { 'nvidia.com/gpu': 1 } } };
const claim = { volumes: [{ name: 'models', persistentVolumeClaim: { claimName: 'models' } }] };

describe('a called container with several things that apps have', () => {
  const seen = (...given: Parameters<typeof running>) => unclearTies(running(...given)).map(tie => tie.seen);

  test.each([
    ['devices and data', [mounting({ '/models': 'models' }, { ...engine, ...gpu }), agent('runtime')], claim, 'it requests devices and it keeps data'],
    [
      'devices and a folder that an init container fills',
      [mounting({ '/models': 'models' }, { ...engine, ...gpu }), agent('runtime')],
      { volumes: folders('models'), inits: [mounting({ '/models': 'models' }, { name: 'load', image: 'acme/load:1' })] },
      'it requests devices and an init container prepares a volume of it',
    ],
    ['data and several callers', [mounting({ '/models': 'models' }, engine), agent('sync'), agent('notify')], claim, "it keeps data and 'sync' and 'notify' call nothing else"],
  ])('is the app, and no candidate for a native sidecar: %s', (_what, containers, options, why) => {
    expect(running(containers, options).app).toMatchObject({ container: { name: 'engine' }, why });
    expect(seen(containers, options)).toEqual([]);
    expect(helpers(running(containers, options))).not.toContain('engine: outbound');
  });

  test('may be a helper with only one of them, or if its caller is what Services reach', () => {
    expect(seen([{ ...engine, ...gpu }, agent('runtime')])).toEqual(["'runtime' calls 'engine' (localhost:8000)"]);
    expect(seen([mounting({ '/models': 'models' }, { ...engine, ...gpu }), agent('runtime')], { ...claim, beside: [service(9091)] }))
      .toEqual(["'runtime' calls 'engine' (localhost:8000)"]);
  });
});

describe('what would make a tie clear', () => {
  test.each([
    [[engine, agent('runtime')]],
    [[{ ...engine, ...gpu }, agent('runtime')]],
    [[{ ...engine, image: 'acme/server:1' }, { ...agent('runtime'), env: [], args: ['http://localhost:8000'] }]],
  ])('is a Service only where the Service decides %#', containers => {
    for (const [name, port] of [['runtime', 9091], ['engine', 8000]] as const) {
      const [tie] = unclearTies(running(containers));
      const after = running(containers, { beside: [service(port)] });

      expect(tie.clear.includes(`'${name}'`)).toBe(unclearTies(after).length === 0);
    }
  });

  test('is no Service that is there already', () => {
    const told = { ...agent('runtime'), env: [], args: ['http://localhost:8000'] };
    const [tie] = unclearTies(running([{ ...engine, image: 'acme/server:1' }, told], { beside: [service(9091)] }));

    expect(tie.clear).not.toContain("'runtime'");
  });
});
