import { Recognition } from '../../../src/recognition/recognition';
import { jobOf, TestContainer } from '../../simulator/pods';
import { containerOf, manualOf, planOf, specOf } from '../plans';

const WATCH = 'until [ -f /pod/done ]; do sleep 1; done';

function shell(name: string, script: string): TestContainer {
  return { name, image: `ghcr.io/acme/${name}:1`, command: ['sh', '-c', script], volumeMounts: [{ name: 'pod', mountPath: '/pod' }] };
}

function planWith(...others: readonly TestContainer[]) {
  return planOf(new Recognition(jobOf([shell('work', '/work; touch /pod/done'), ...others], [], { volumes: [{ name: 'pod', emptyDir: {} }] })));
}

test('all who are ended by one file become native, and the file goes', () => {
  const plan = planWith(shell('proxy', `/proxy & ${WATCH}`), shell('logs', `/logs & ${WATCH}`));

  expect(plan.moved).toEqual(['proxy', 'logs']);
  expect(['work', 'proxy', 'logs'].map(name => containerOf(plan, name).command[2])).toEqual(['/work', 'exec /proxy', 'exec /logs']);
  expect(specOf(plan).volumes).toBeUndefined();
});

test('the file is still written for somebody who must watch it', () => {
  const plan = planWith(shell('proxy', `/proxy & ${WATCH}`), shell('site', `/start-servers; ${WATCH}`));

  expect(plan.moved).toEqual(['proxy', 'site']);
  expect(['work', 'proxy'].map(name => containerOf(plan, name).command[2])).toEqual(['/work; touch /pod/done', `/proxy & ${WATCH}`]);
  expect(manualOf(plan, 'NS504')).toHaveLength(2);
});

test('what is done after the file was written is not lost', () => {
  const plan = planWith(shell('upload', `tail -F /pod/log & ${WATCH}; /upload /pod/log`));

  expect([plan.moved, plan.edits]).toEqual([[], []]);
});
