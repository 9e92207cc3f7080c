import { ownerOf } from './answers';
import { reachOf } from './reach';
import { requiredPorts } from './required-ports';
import { isObject, JsonObject } from '../../data/json';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { LoopbackAddress, loopbackAddress } from '../leftovers/loopback';
import type { RecognizedPod } from '../recognized';

/** The path of the question that a kubelet asks over gRPC. */
const GRPC_HEALTH = '/grpc.health.v1.Health/Check';

/** An ordinary container that has to answer a probe of another one. */
export interface AnswerBehind {
  readonly app: PodContainer;
  /** Its port, to which the question is forwarded. */
  readonly port: number;
  /** The port that the probe asks. */
  readonly asked: number;
}

/**
 * The ordinary container to which a proxy forwards what its own probe asks, as its configuration in the input shows; undefined when it does not show that. A `tcpSocket`
 * probe passes once the proxy itself listens.
 */
export function answerBehind(recognition: RecognizedPod, proxy: PodContainer, probe: JsonObject): AnswerBehind | undefined {
  const passesOn = recognition.program(proxy)?.passesOn;
  const question = passesOn && questionOf(recognition, proxy, probe);
  if (!question) {
    return undefined;
  }
  const ports = passesOn(recognition.run(proxy), question.port, question.path) ?? [];
  const owners = ports.map(port => ownerOf(recognition, proxy, port) ?? recognition.loopback.ownerOf(port, proxy));
  const [app] = owners;
  const areOrdinary = owners.every(owner => owner?.role === ContainerRole.MAIN && owner !== proxy);
  return app && areOrdinary ? { app, port: ports[0], asked: question.port } : undefined;
}

/** The request of a probe to which a program has to answer well; undefined where it is enough that it listens, or where the host of the request may decide. */
function questionOf(recognition: RecognizedPod, proxy: PodContainer, { exec, httpGet, grpc, ...rest }: JsonObject): LoopbackAddress | undefined {
  if (Array.isArray(exec?.command)) {
    return requestIn(exec.command.map(String));
  }
  const handler: unknown = httpGet ?? grpc;
  const port = isObject(handler) && handler.host === undefined && !Array.isArray(handler.httpHeaders)
    ? reachOf(recognition, proxy, { ...rest, httpGet, grpc })?.port
    : undefined;
  return port === undefined ? undefined : { port, path: grpc ? GRPC_HEALTH : String(httpGet.path ?? '/') };
}

/** Clients that fail unless the answer is a good one. */
const FAILS = /(^|[\s/])(wget\s|curl\s(?:[^;&|\n]{0,200}\s)?(?:-[a-zA-Z]{0,9}f|--fail\b))/;

function requestIn(command: readonly string[]): LoopbackAddress | undefined {
  const text = command.join(' ');
  const address = FAILS.test(text) ? loopbackAddress(text) : undefined;
  return address && requiredPorts(command).includes(address.port) ? { ...address, path: address.path || '/' } : undefined;
}
