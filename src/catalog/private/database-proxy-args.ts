import { Decided, ENDS } from './decided';
import { requireVersion, understands } from './program-version';
import { refusal } from '../../caller/refusal';
import { Program } from '../../knowledge/programs/program';
import { Since } from '../../knowledge/programs/since';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { DatabaseProxyProps } from '../database-proxy-props';

/** The differences between the database proxies. */
export interface DatabaseProxyKind {
  readonly program: Program;
  readonly healthPort: number;
  /** The prefix of variables that mean flags. */
  readonly variablePrefix: string;
  /** The first instance. */
  readonly instance: string;
  /** Refuses an invalid instance. */
  readonly check: (instance: string) => void;
  /** The name of the socket directory of an instance. */
  readonly socketName: (instance: string) => string;
  /** The flag by which it ends with 0, and its first version. */
  readonly exitZero: { readonly flag: string; readonly since: Since };
  /** The flags that only this proxy has. */
  readonly flags: readonly string[];
  /** What the user asks for, and not every version has. */
  readonly needs: readonly Since[];
}

/** An instance, and the address on which the app connects to it. */
export interface Endpoint {
  readonly instance: string;
  readonly host: string;
  readonly port: number;
  readonly envPrefix: string | undefined;
}

/** Where a Secret with credentials is mounted. */
export const CREDENTIALS_FOLDER = '/etc/google-credentials';
const DEFAULT_CREDENTIALS_KEY = 'service_account.json';

const NATIVE = 'remove it, because a native sidecar does not need it';

/** The flags of both proxies that have a property, or that would break the sidecar. */
export const DATABASE_PROXY_DECIDED: Decided = {
  flags: {
    'http-port': "set 'healthPort'",
    'port': "set 'port'",
    'p': "set 'port'",
    'address': 'remove it, because only this pod may connect',
    'a': 'remove it, because only this pod may connect',
    'unix-socket': "set 'socketFolder'",
    'u': "set 'socketFolder'",
    'auto-iam-authn': "set 'autoIamAuthn'",
    'i': "set 'autoIamAuthn'",
    'psc': "set 'privateServiceConnect'",
    'private-ip': "set 'privateIp'",
    'public-ip': "set 'publicIp'",
    'credentials-file': "set 'credentials'",
    'c': "set 'credentials'",
    't': "write it as '--token=$(NAME)', with a variable from a Secret",
    'j': "set 'credentials'",
    'json-credentials': "set 'credentials'",
    'run-connection-test': "set 'waitForDatabase'",
    'max-sigterm-delay': "set 'shutdown'",
    'min-sigterm-delay': NATIVE,
    'quitquitquit': NATIVE,
    'impersonate-service-account': "set 'impersonate'",
    'max-connections': "set 'maxConnections'",
    'prometheus': "set 'metrics'",
    'config-file': "remove it, and use properties and 'extraArgs'",
    'help': ENDS,
    'h': ENDS,
    'version': ENDS,
    'v': ENDS,
  },
  letters: 'a:c:dghij:lp:t:u:v',
  words: "add an instance to 'moreInstances', and write a flag and its value as one argument, for example '--quota-project=acme'",
};

/** The arguments of a proxy. */
export function proxyArgs(subject: string, props: DatabaseProxyProps, kind: DatabaseProxyKind, endpoints: readonly Endpoint[]): string[] {
  // With a longer shutdown time, the proxy lets open connections finish. It keeps one second for itself.
  const patience = props.shutdown ? wholeSeconds(props.shutdown) - 1 : 0;
  const { socketFolder } = props;
  kind.needs.forEach(since => requireVersion(kind.program, props, since));
  return [
    '--structured-logs',
    '--health-check',
    '--http-address=0.0.0.0',
    `--http-port=${props.healthPort ?? kind.healthPort}`,
    ...(patience > 0 ? [`--max-sigterm-delay=${patience}s`] : []),
    ...(understands(kind.program, props, kind.exitZero.since) ? [kind.exitZero.flag] : []),
    ...kind.flags,
    ...(props.privateServiceConnect ? ['--psc'] : []),
    ...(props.autoIamAuthn ? ['--auto-iam-authn'] : []),
    ...(props.credentials ? [`--credentials-file=${CREDENTIALS_FOLDER}/${props.credentialsKey ?? DEFAULT_CREDENTIALS_KEY}`] : []),
    ...(props.impersonate ? [`--impersonate-service-account=${checkAccounts(subject, props.impersonate)}`] : []),
    ...connectionLimit(subject, props.maxConnections ?? undefined),
    ...(props.metrics ? ['--prometheus'] : []),
    ...(props.waitForDatabase ? ['--run-connection-test'] : []),
    ...(socketFolder
      ? [`--unix-socket=${socketFolder}`, ...endpoints.map(({ instance }) => instance)]
      : endpoints.map(({ instance, port }) => `${instance}?port=${port}`)),
  ];
}

function connectionLimit(subject: string, connections: number | undefined): string[] {
  if (connections !== undefined && (!Number.isInteger(connections) || connections < 1)) {
    throw refusal`'maxConnections' of ${subject} is ${connections}: set a whole number from 1`;
  }
  return connections === undefined ? [] : [`--max-connections=${connections}`];
}

function checkAccounts(subject: string, accounts: string): string {
  if (!/^[^\s@,]+@[^\s@,]+(,[^\s@,]+@[^\s@,]+)*$/.test(accounts)) {
    throw refusal`'impersonate' of ${subject} is '${accounts}': set the email of a service account, for example orders@acme.iam.gserviceaccount.com`;
  }
  return accounts;
}
