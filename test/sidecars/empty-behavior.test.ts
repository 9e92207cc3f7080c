import { chartIn, deploymentIn } from './support';
import { LifecycleTesting, PodLifecycle } from '../../src';

const MESSAGE = "container 'web' of the scenario has an empty behavior: set what its program does, for example its exit after 90 s "
  + '(in Python, pass ContainerBehavior(exits_after=90), because jsii drops the keys of a dictionary)';

afterEach(() => {
  delete process.env.JSII_AGENT;
});

function ask(): (() => unknown)[] {
  const chart = chartIn();
  const web = deploymentIn(chart);
  const scenario = { containers: { web: {} } };
  return [() => LifecycleTesting.timeline(chart, 'Deployment', scenario), () => PodLifecycle.of(web).timeline(scenario)];
}

test('a behavior of another language that jsii has emptied is refused', () => {
  process.env.JSII_AGENT = 'Python/3.12.1';

  ask().forEach(question => expect(question).toThrow(new Error(MESSAGE)));
});

test('in TypeScript, an empty behavior changes nothing', () => {
  ask().forEach(question => expect(question).not.toThrow());
});
