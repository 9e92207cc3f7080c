import { runOfImage } from './runs';
import { addressOf, isLoopback, loopbackPorts } from '../../../src/knowledge/programs/address';

test.each([
  ['a:1.25.0', true],
  ['a:v2.0', true],
  ['a:distroless-v1.39.0', true],
  ['a:2', true],
  ['a:1.24.9', false],
  ['a:0.99', false],
  ['a:1', undefined],
  ['a:1-alpine', undefined],
  ['a:0', false],
  ['a:latest', undefined],
  ['a:${TAG}', undefined],
  ['a', undefined],
  ['a@sha256:1234', undefined],
])('whether %s is at least 1.25 is %s', (image, expected) => {
  expect(runOfImage(image).atLeast(1, 25)).toBe(expected);
});

test.each([
  [['--port=5432'], '5432'],
  [['-port=5432'], '5432'],
  [['--port', '5432'], '5432'],
  [['--port', '--other'], ''],
  [['--port'], ''],
  [['--ports=1'], undefined],
  [['port=5432'], undefined],
  [['--port=$(DB_PORT)'], '3306'],
  [['--port=$(UNSEEN)'], '$(UNSEEN)'],
])('the flag in %j is %s', (words, expected) => {
  const variables = new Map([['DB_PORT', '3306'], ['UNSEEN', undefined]]);

  expect(runOfImage('a', words, { variables }).flag('port')).toBe(expected);
});

test.each([
  [['--on'], {}, true],
  [['--on', 'instance'], {}, true],
  [['--on=false'], { ON: 'true' }, false],
  [[], { ON: 'true' }, true],
  [[], { ON: 'off' }, false],
  [[], {}, false],
])('whether %j with %j is on is %s', (words, variables, expected) => {
  expect(runOfImage('a', words, { variables: new Map(Object.entries(variables)) }).isOn('on', 'ON')).toBe(expected);
});

test('a setting whose variable comes from elsewhere is not mistaken for one that is not there', () => {
  const run = runOfImage('a', [], { variables: new Map([['ADDRESS', undefined]]) });

  expect([run.setting('address', 'ADDRESS'), run.setting('address', 'OTHER')]).toEqual(['$(ADDRESS)', undefined]);
});

test.each([
  [[], true],
  [['--port', '1'], true],
  [['/usr/bin/redis-server'], true],
  [['redis-sentinel', '/etc/s'], false],
])('whether %j runs the server is %s', (words, expected) => {
  expect(runOfImage('redis', words).runs(/^redis-server$/)).toBe(expected);
});

test.each([
  ['0.0.0.0:8080', { host: '0.0.0.0', port: 8080 }],
  [':8080', { host: '', port: 8080 }],
  ['http://localhost:4180/', { host: 'localhost', port: 4180 }],
  ['[::1]:9002', { host: '[::1]', port: 9002 }],
  ['localhost', undefined],
  ['$(ADDRESS)', undefined],
  [undefined, undefined],
])('the address %s is %j', (text, expected) => {
  expect(addressOf(text)).toEqual(expected);
});

test('loopback has many names', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]', '0.0.0.0', '', '10.0.0.1', '$(POD_IP)'].filter(isLoopback))
    .toEqual(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]']);
  expect(loopbackPorts({ host: 'localhost', port: 1 }, { host: '', port: 2 }, undefined)).toEqual([1]);
});
