import { sleepsForNothing } from './sleeping-pre-stop';
import { hookOf } from '../../kubernetes/hooks';
import { PodContainer } from '../../kubernetes/pod';
import { missingToSleep } from '../../recognition/image-tools';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeInsteadOfSleep, outlivesBySleep } from '../leftovers/outliving-pre-stop';

export const sleepWithoutShell: Rule = {
  id: 'NS307',
  name: 'sleep-without-shell',
  severity: Severity.ERROR,
  title: 'A preStop hook cannot run sleep if the image does not contain it',
  why: 'The hook fails immediately, and the kubelet only records an event. The container gets its stop signal without the intended delay.',
  fix: 'Use the sleep action of the hook, which the kubelet runs itself.',
  example: {
    wrong: `- name: auth
  image: quay.io/oauth2-proxy/oauth2-proxy:v7.15.3
  lifecycle:
    preStop:
      exec: { command: [sleep, "5"] }`,
    right: `- name: auth
  image: quay.io/oauth2-proxy/oauth2-proxy:v7.15.3
  lifecycle:
    preStop:
      sleep: { seconds: 5 }`,
  },
  since: '0.1.0',
  needs: 'hook',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => {
    const tool = missingToSleep(context.recognition, container);
    const seconds = hookOf(container, 'preStop')?.seconds;
    return tool === undefined ? [] : [{
      container: container.name,
      at: atContainer(context.pod, container, 'lifecycle', 'preStop', 'exec', 'command'),
      message: `the preStop hook of '${container.name}' should sleep ${seconds} s, but its image does not contain '${tool}', so the hook fails immediately without a delay`,
      fix: fixOf(context, container, `use preStop.sleep.seconds: ${Math.ceil(seconds ?? 0)}`),
    }];
  }),
};

function fixOf(context: RuleContext, container: PodContainer, sleep: string): string {
  if (sleepsForNothing(context, container)) {
    return 'remove the hook, because a native sidecar already outlives the app';
  }
  return outlivesBySleep(context, container) === undefined ? `${sleep}, which does not depend on the image` : `${nativeInsteadOfSleep(context, container)}, or ${sleep}`;
}
