import { imageName } from './loopback';
import { Finder } from './scene';
import { listOf } from '../../data/json';
import { repositoryOf } from '../../knowledge/known-programs';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { pathOf } from '../commands';

const ONCE_FLAG = /^--?(one-?time|once|one-?shot|run-once|exit-after-auth|init-?only)(=(true|1))?$/;
const ONCE_VARIABLE = /(ONE_?TIME|RUN_ONCE|ONE_?SHOT)$/;

/** Finds an init container and an ordinary container or a native sidecar that do the same work, one of them once and the other continuously, as a flag shows. */
export const findTwins: Finder = ({ recognition: { pod } }) => {
  const inits = pod.containers.filter(container => container.role === ContainerRole.INIT && doesItOnce(container));
  return inits.flatMap(init => {
    const twin = [...pod.mains, ...pod.sidecars].find(other => !doesItOnce(other) && isSameWork(init, other));
    return twin ? [{
      kind: 'twin' as const,
      container: init.name,
      target: twin.name,
      text: onceText(init),
      places: [{ path: pathOf(pod, init) }],
      dedicatedContainers: [init.name],
    }] : [];
  });
};

function doesItOnce(container: PodContainer): boolean {
  return onceText(container) !== '';
}

function onceText(container: PodContainer): string {
  const variable = listOf(container.spec.env).find(one => ONCE_VARIABLE.test(one.name) && /^(true|1)$/i.test(String(one.value)));
  return wordsOf(container).find(word => ONCE_FLAG.test(word)) ?? variable?.name ?? '';
}

/** Programs that are known to come in pairs may differ in more than the flag. */
const PAIRED = /^(git-sync|vault(-enterprise)?)$/;

function isSameWork(init: PodContainer, main: PodContainer): boolean {
  if (repositoryOf(String(init.spec.image)) !== repositoryOf(String(main.spec.image))) {
    return false;
  }
  const rest = (container: PodContainer) => JSON.stringify([
    wordsOf(container).filter(word => !ONCE_FLAG.test(word)),
    listOf(container.spec.env).filter(one => !ONCE_VARIABLE.test(one.name)),
  ]);
  return PAIRED.test(imageName(init)) || rest(init) === rest(main);
}

function wordsOf({ spec }: PodContainer): string[] {
  return [spec.command, spec.args].flatMap(words => Array.isArray(words) ? words.map(String) : []);
}
