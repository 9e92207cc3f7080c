import { batch } from '../../recognition/pods';
import { containerOf, manualOf, planOf } from '../plans';

const work = (...flags: string[]) => ({ name: 'work', image: 'acme/work:1', command: ['/bin/proa', ...flags, '--', './export', '--all'] });
const server = { name: 'server', image: 'acme/server:1', ports: [{ containerPort: 8080 }], readinessProbe: { httpGet: { port: 8080 } } };

describe('proa', () => {
  test.each([[['--shutdown-http-get=http://localhost:8080/quit']], [['--shutdown-http-post', 'http://127.0.0.1:8080/quit']]])('goes when the container that it ends is native: %j', flags => {
    const plan = planOf(batch([work(...flags), server]));

    expect(plan.moved).toEqual(['server']);
    expect(containerOf(plan, 'work').command).toEqual(['./export', '--all']);
    expect(containerOf(plan, 'server').startupProbe).toMatchObject({ httpGet: { port: 8080 } });
  });

  test('stays for a person to judge where it ends several containers', () => {
    const other = { ...server, name: 'other', ports: [{ containerPort: 9090 }], readinessProbe: { httpGet: { port: 9090 } } };
    const plan = planOf(batch([work('--shutdown-http-get=http://localhost:8080/quit', '--shutdown-http-get=http://localhost:9090/quit'), server, other]));

    expect(containerOf(plan, 'work').command[0]).toBe('/bin/proa');
    expect(manualOf(plan, 'NS502')).toEqual([expect.stringContaining('it ends several containers')]);
  });

  test('is known by its image, too, where it is the program of the image and a person must take it away', () => {
    const wrapped = { name: 'work', image: 'ghcr.io/acme/proa:1', args: ['--shutdown-http-get=http://localhost:8080/quit', './export'] };
    const plan = planOf(batch([wrapped, server]));

    expect(plan.moved).toEqual(['server']);
    expect(containerOf(plan, 'work').args).toEqual(wrapped.args);
    expect(manualOf(plan, 'NS502')).toEqual([expect.stringContaining("the wrapper of 'work' (proa) stays, because it is the program of the image: edit it by hand")]);
  });
});
