import { GATE, HOOK, podOf, sidecar } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';
import { scenarioFromData } from '../../src/simulator/scenario-input';

const pod = podOf([{ name: 'app', lifecycle: HOOK, livenessProbe: GATE }], [sidecar('proxy', { startupProbe: GATE })]);

describe('a scenario from a file', () => {
  test('says what the file says', () => {
    const containers = {
      app: { shutdown: 3, preStop: 5 },
      proxy: { gateOpens: 1.5, shutdown: 1, crashesAt: [20], exitCode: 143 },
      mule: { ignoresSigterm: true },
    };

    expect(scenarioFromData({ kubernetes: '1.34', deleteAt: 60, containers })).toEqual({ kubernetes: KubernetesVersion.of('1.34'), deleteAt: 60, containers });
  });

  test('takes an unquoted version, which YAML reads as a number', () => {
    expect(scenarioFromData({ kubernetes: 1.33 }).kubernetes?.toString()).toBe('1.33');
  });

  test("takes 'never' for a gate that never opens and a program that never ends", () => {
    const { containers } = scenarioFromData({ containers: { proxy: { gateOpens: 'never' }, migrate: { exitsAfter: 'never' } } });

    expect(containers).toEqual({ proxy: { gateNeverOpens: true }, migrate: { neverExits: true } });
  });

  test('may be empty, and so may everything in it', () => {
    const empty = { gateOpens: null, shutdown: null, preStop: null, exitsAfter: null, exitCode: null, crashesAt: null, ignoresSigterm: null };
    const play = (data: unknown) => Timeline.of(pod, scenarioFromData(data)).toJson();

    const nothingSaid = Timeline.of(pod).toJson();

    expect(play({})).toEqual(nothingSaid);
    expect(play({ kubernetes: null, deleteAt: null, containers: null })).toEqual(nothingSaid);
    expect(play({ containers: { app: null, proxy: empty } })).toEqual(nothingSaid);
  });

  test.each<[string, unknown, string]>([
    ['a list', [], 'a scenario must be an object with deleteAt and containers'],
    ['nothing', null, 'a scenario must be an object with deleteAt and containers'],
    ['an unknown key', { delete: 60 }, "the scenario has the unknown key 'delete': the keys are kubernetes, featureGates, deleteAt, deleteGracePeriod, " +
      'deleteAgainAt, deleteAgainGracePeriod, containers'],
    ['containers as a list', { containers: [{ name: 'app' }] }, "'containers' of the scenario must be an object that maps each container name to what its program does"],
    ['a container that is a number', { containers: { app: 3 } }, "container 'app' of the scenario must be an object such as { shutdown: 3 }, not 3"],
    ['an unknown key of a container', { containers: { app: { shutsDown: 3 } } },
      "container 'app' of the scenario has the unknown key 'shutsDown': the keys are gateOpens, shutdown, preStop, postStart, exitsAfter, crashesAt, " +
      'livenessFailsAt, ignoresSigterm, gateNeverOpens, neverExits, preStopStops, postStartNeverEnds, postStartFails, exitCode'],
    ['a version that is none', { kubernetes: 'latest' }, "Kubernetes version 'latest' is not a version: write it like 1.33 or 1.33.2"],
    ['a version that YAML has shortened', { kubernetes: 1.30 }, "Kubernetes version '1.3' is not supported: the oldest supported version is 1.20"],
  ])('is refused: %s', (_what, data, message) => {
    expect(() => scenarioFromData(data)).toThrow(new Error(message));
  });
});

describe('a scenario that cannot be', () => {
  const wrong = (behavior: object): Scenario => ({ containers: { app: behavior } });

  test.each<[string, any, string]>([
    ['an unknown container', { containers: { prxoy: {} } }, "Pod/web has no container 'prxoy': it has 'proxy', 'app'"],
    ['a deletion before the start', { deleteAt: -1 }, "'deleteAt' of the scenario must be a number of seconds, 0 or more, not -1"],
    ['a deletion at a word', { deleteAt: 'never' }, "'deleteAt' of the scenario must be a number of seconds, 0 or more, not \"never\""],
    ['a deletion after more than a year', { deleteAt: 4e7 }, "'deleteAt' of the scenario is 40000000 s: a simulation lasts at most a year, 31536000 s"],
    ['a deletion at the end of time', { deleteAt: Infinity }, "'deleteAt' of the scenario must be a number of seconds, 0 or more, not Infinity"],
    ['a gate that opens at a word', wrong({ gateOpens: '1.5' }), "'gateOpens' of container 'app' must be a number of seconds, 0 or more, not \"1.5\""],
    ['a negative shutdown', wrong({ shutdown: -0.5 }), "'shutdown' of container 'app' must be a number of seconds, 0 or more, not -0.5"],
    ['a hook that takes no number of seconds', wrong({ preStop: NaN }), "'preStop' of container 'app' must be a number of seconds, 0 or more, not NaN"],
    ['an end at true', wrong({ exitsAfter: true }), "'exitsAfter' of container 'app' must be a number of seconds, 0 or more, not true"],
    ['one crash instead of a list', wrong({ crashesAt: 20 }), "'crashesAt' of container 'app' must be a list of times such as [20, 35.5], not 20"],
    ['a crash before the start', wrong({ crashesAt: [20, -1] }), "'crashesAt' of container 'app' must be a number of seconds, 0 or more, not -1"],
    ['a crash at nothing', wrong({ crashesAt: [null] }), "'crashesAt' of container 'app' must be a number of seconds, 0 or more, not null"],
    ['a liveness failure at a word', wrong({ livenessFailsAt: ['soon'] }), "'livenessFailsAt' of container 'app' must be a number of seconds, 0 or more, not \"soon\""],
    ['liveness failures that are no list', wrong({ livenessFailsAt: {} }), "'livenessFailsAt' of container 'app' must be a list of times such as [20, 35.5], not {}"],
    ['a flag that is a number', wrong({ ignoresSigterm: 1 }), "'ignoresSigterm' of container 'app' must be true or false, not 1"],
    ['a flag that is a word', wrong({ gateNeverOpens: 'yes' }), "'gateNeverOpens' of container 'app' must be true or false, not \"yes\""],
    ['a flag that is an object', wrong({ neverExits: {} }), "'neverExits' of container 'app' must be true or false, not {}"],
    ['an exit code beyond a byte', wrong({ exitCode: 256 }), "'exitCode' of container 'app' must be a whole number from 0 to 255, not 256"],
    ['a fraction of an exit code', wrong({ exitCode: 1.5 }), "'exitCode' of container 'app' must be a whole number from 0 to 255, not 1.5"],
    ['an unknown key', { delete: 60 }, "the scenario has the unknown key 'delete': the keys are kubernetes, featureGates, deleteAt, deleteGracePeriod, " +
      'deleteAgainAt, deleteAgainGracePeriod, containers'],
    ['the spelling of Python', { delete_at: 60 }, "the scenario has the unknown key 'delete_at': write deleteAt"],
    ['the spelling of Python in a behavior', wrong({ exits_after: 5 }), "container 'app' of the scenario has the unknown key 'exits_after': write exitsAfter"],
    ['an exit code in quotes', wrong({ exitCode: '1' }), "'exitCode' of container 'app' must be a whole number from 0 to 255, not \"1\""],
  ])('is refused: %s', (_what, scenario, message) => {
    expect(() => Timeline.of(pod, scenario)).toThrow(new Error(message));
  });
});

describe('what a scenario may say without effect', () => {
  test('a gate without a startup probe, a hook that is not there, a liveness failure without a probe', () => {
    const plain = podOf([{ name: 'app' }], [sidecar('proxy')]);
    const said = { deleteAt: 9, containers: { app: { preStop: 5, livenessFailsAt: [3] }, proxy: { gateOpens: 4, gateNeverOpens: true } } };

    expect(Timeline.of(plain, said).events).toEqual(Timeline.of(plain, { deleteAt: 9 }).events);
  });
});
