import { Decided } from '../../../src/catalog/private/decided';
import { addedArgs, flagsMeant } from '../../../src/catalog/private/extra-args';

const GETOPT: Decided = { flags: { daemon: 'remove it', d: 'remove it' }, letters: 'dqp:v', completes: true };

test.each<[string, Decided, string[]]>([
  ['-qd', GETOPT, ['qd', 'q', 'd']],
  ['-qpd', GETOPT, ['qpd', 'q', 'p']],
  ['-p d', GETOPT, ['p', 'p']],
  ['-xd', GETOPT, ['xd', 'x']],
  ['--dae=1', GETOPT, ['dae', 'daemon']],
  ['--verbose', GETOPT, ['verbose']],
  ['-qd', {}, ['qd']],
  ['--dae', { flags: GETOPT.flags }, ['dae']],
  ['--Daemon', { ignoresCase: true }, ['daemon']],
  ['/etc/conf', GETOPT, []],
])('%s means the flags that its program reads', (arg, decided, flags) => {
  expect(flagsMeant(arg, decided)).toEqual(flags);
});

test('what is no decided flag is added', () => {
  expect(addedArgs("'pool'", ['--own'], ['-qv', '-pd', '--quiet'], GETOPT)).toEqual(['--own', '-qv', '-pd', '--quiet']);
});
