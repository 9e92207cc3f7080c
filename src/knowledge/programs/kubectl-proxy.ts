import { isLoopback, portOf } from './address';
import { KnownProgram, ProgramGate } from './program';
import { ProgramRun } from './program-run';

const DEFAULT_ADDRESS = '127.0.0.1';
const DEFAULT_PORT = '8001';

/**
 * `kubectl proxy`, which lets the containers of its pod call the API server without credentials.
 *
 * It listens on loopback unless told otherwise, where no kubelet reaches it. It refuses requests for hosts other than localhost, so a kubelet can only open a connection.
 *
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_proxy/
 */
export const KUBECTL_PROXY: KnownProgram = {
  name: 'kubectl proxy',
  repositories: /(^|\/)(kubectl-proxy|kubeapi-proxy)$/,
  command: /^kubectl$/,
  subcommand: /^proxy$/,
  onlySidecar: true,
  direction: 'outbound',
  startup: kubectlGate,
};

function kubectlGate(run: ProgramRun): ProgramGate | string {
  if (run.find('unix-socket', 'u')) {
    return 'it listens on a socket, where the kubelet cannot reach it';
  }
  const address = run.flag('address') ?? DEFAULT_ADDRESS;
  if (isLoopback(address)) {
    return 'it listens on loopback, where the kubelet cannot reach it';
  }
  // The short flag may have its value in the same word.
  const short = run.source.words.flatMap(word => /^-p(\d+)$/.exec(word)?.[1] ?? [])[0];
  const port = portOf(run.flag('port', 'p') ?? short ?? DEFAULT_PORT);
  return port === undefined || port === 0 || address.includes('$') ? 'the manifest does not show where it listens' : { handler: { tcpSocket: { port } } };
}
