import { wording } from '../../../src/data/wording';
import { findingText, Severity } from '../../../src/rules/engine/finding';
import { Listener, portClashes } from '../../../src/rules/platform/port-clash';

const web: Listener = { container: 'web', port: 8080, protocol: 'TCP', isOurs: false, isMain: true };
const cache: Listener = { container: 'cache', port: 8080, protocol: 'TCP', isOurs: true, isMain: false };
const proxy: Listener = { ...cache, container: 'proxy' };

const says = (...listeners: Listener[]) => portClashes(listeners).map(findingText);

describe('containers that listen on one port of their pod', () => {
  test('are refused', () => {
    expect(says(cache, proxy)).toEqual(["NS604 'cache', 'proxy' listen on port 8080, but only one container of a pod can: give one of them another port"]);
    expect(portClashes([cache, proxy])).toMatchObject([{ severity: Severity.ERROR, container: 'cache' }]);
  });

  test('are told what moves the port, where that is known', () => {
    expect(says({ ...cache, property: wording`'port'` }, { ...proxy, property: wording`'healthPort'` })).toEqual([
      "NS604 'cache', 'proxy' listen on port 8080, but only one container of a pod can: give one of them another port, by 'port' of 'cache' or 'healthPort' of 'proxy'",
    ]);
  });

  test('are refused also when one of them is the app', () => {
    expect(says(web, { ...cache, property: wording`'port'` })).toEqual([
      "NS604 'web', 'cache' listen on port 8080, but only one container of a pod can: give one of them another port, by 'port' of 'cache'",
    ]);
  });

  test('are one finding, however many they are and however often each is known', () => {
    expect(says(web, cache, cache, proxy)).toEqual([expect.stringContaining("'web', 'cache', 'proxy' listen on port 8080,")]);
  });

  test('are named with the protocol if it is not the usual one', () => {
    expect(says({ ...cache, port: 53, protocol: 'UDP' }, { ...proxy, port: 53, protocol: 'UDP' })).toEqual([expect.stringContaining('listen on port 53/UDP,')]);
  });
});

describe('nothing is said of', () => {
  test.each<[string, Listener[]]>([
    ['one container, however often its port is known', [cache, cache, { ...cache, isOnlyAsked: true }]],
    ['different ports', [cache, { ...proxy, port: 8081 }]],
    ['TCP and UDP', [{ ...cache, port: 53 }, { ...proxy, port: 53, protocol: 'UDP' }]],
    ['two containers that were not added here', [web, { ...proxy, isOurs: false }]],
    ['a gate that asks the app, which NS104 judges', [web, { ...cache, isOnlyAsked: true }]],
  ])('%s', (_name, listeners) => {
    expect(portClashes(listeners)).toEqual([]);
  });
});

describe('a gate that asks a port where another sidecar answers too is a warning', () => {
  test.each<[string, Listener[]]>([
    ['that listens there', [cache, { ...proxy, isOnlyAsked: true }]],
    ['that listens there and is asked there', [{ ...cache, isOnlyAsked: true }, cache, { ...proxy, isOnlyAsked: true }]],
    ['whose gate asks it as well', [{ ...cache, isOnlyAsked: true }, { ...proxy, isOnlyAsked: true }]],
    ['that was not added here', [{ ...cache, isOurs: false }, { ...proxy, isOnlyAsked: true }]],
  ])('%s', (_name, listeners) => {
    expect(portClashes(listeners)).toMatchObject([{ severity: Severity.WARNING, container: 'proxy' }]);
    expect(says(...listeners)).toEqual([
      "NS604 the gate of 'proxy' probes port 8080, where 'cache' also listens, so it may open before 'proxy' is up: probe a port that only 'proxy' listens on",
    ]);
  });
});
