import { chartIn } from './support';
import { SidecarJob } from '../../src';
import { memberName } from '../../src/sidecars/member-name';

afterEach(() => {
  delete process.env.JSII_AGENT;
});

test.each([
  [undefined, 'activeDeadline'],
  ['Python/3.12.1', 'active_deadline'],
  ['go1.25/linux/amd64', 'ActiveDeadline'],
  ['DotNet/8.0', 'ActiveDeadline'],
  ['Java/17.0.15', 'activeDeadline'],
])('for %s, a property has the name %s', (agent, name) => {
  expect(memberName('activeDeadline', agent)).toBe(name);
});

test('a Python program that forgets the deadline of a Job is told the name that Python uses', () => {
  process.env.JSII_AGENT = 'Python/3.12.1';

  expect(() => new SidecarJob(chartIn(), 'export', { containers: [{ image: 'ghcr.io/acme/export:1.0.0' }] } as any)).toThrow(
    new Error("NS404 job 'export' has no deadline, so it waits forever if a startup gate never opens: set 'active_deadline', for example Duration.hours(1)"));
});
