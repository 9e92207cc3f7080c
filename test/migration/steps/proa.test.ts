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

  describe('leaves behind what only it used', () => {
    const FLAG = '--shutdown-http-get=http://localhost:8080/quit';
    const rbac = (kind: string, name: string, rest: object) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name }, ...rest });
    const binding = (name: string, account = 'default') => rbac('RoleBinding', name, { roleRef: { kind: 'Role', name }, subjects: [{ kind: 'ServiceAccount', name: account }] });
    const role = (name: string, resource: string) => rbac('Role', name, { rules: [{ apiGroups: [''], resources: [resource], verbs: ['get', 'watch', 'list'] }] });
    const logged = { ...work(FLAG), env: [{ name: 'RUST_LOG', value: 'debug' }, { name: 'REGION', value: 'eu' }] };

    test('which a step names: the access to pods, and a variable that the work may read, too', () => {
      const plan = planOf(batch([logged, server], {
        beside: [binding('pods'), role('pods', 'pods'), binding('secrets'), role('secrets', 'secrets'), binding('others', 'other'), role('others', 'pods')],
      }));

      expect(manualOf(plan, 'NS502')).toEqual(["'work' no longer runs proa: if nothing else uses them, remove RUST_LOG of 'work', RoleBinding 'pods', Role 'pods'"]);
      expect(containerOf(plan, 'work').env).toEqual(logged.env);
    });

    test('but nothing where it stays, or left nothing', () => {
      expect(manualOf(planOf(batch([work(FLAG), server])), 'NS502')).toEqual([]);
      expect(manualOf(planOf(batch([{ ...logged, command: ['./export'] }, server], { beside: [binding('pods'), role('pods', 'pods')] })), 'NS502')).toEqual([]);
    });
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
