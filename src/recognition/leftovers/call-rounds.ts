import { Scene } from './scene';
import { SimpleCommand } from './shell-walk';
import { Call, programName, roundsOf, Source } from './sources';
import { PodContainer } from '../../kubernetes/pod';
import { variableOf } from '../commands';

/** The calls of a script in one round of its loops. */
export type Round = ReadonlyMap<SimpleCommand, Call>;

const known = new WeakMap<Source, readonly Round[]>();

/** The calls of a source with the hosts that they ask, in each round of its loops; found once, because each of its waits is looked at beside all the others. */
export function callRounds(scene: Scene, source: Source): readonly Round[] {
  const rounds = known.get(source) ?? roundsOf(scene.callsOf(source).map(call => withHost(call, source.container)));
  known.set(source, rounds);
  return rounds;
}

/** Variables that tell a client whom to ask. */
const HOST_VARIABLES: { readonly [client: string]: string } = { pg_isready: 'PGHOST', psql: 'PGHOST', docker: 'DOCKER_HOST', vault: 'VAULT_ADDR' };

/** The call with the host from the container's variables, where the call names none itself. */
function withHost(call: Call, container: PodContainer): Call {
  const variable = HOST_VARIABLES[programName(call.words)];
  const host = variable === undefined || call.words.some(word => /^(-h|--host|-H)/.test(word)) ? undefined : variableOf(container, variable);
  return host === undefined ? call : { ...call, words: [...call.words, ...(variable === 'PGHOST' ? ['-h', host] : [host])] };
}
