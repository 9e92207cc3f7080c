import { LINKERD } from '../../knowledge/meshes/linkerd';
import { Severity } from '../engine/finding';
import { Offence, Rule, RuleContext } from '../engine/rule';

const WAIT_BEFORE_EXIT = 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds';
const AWAIT = 'config.linkerd.io/proxy-await';
const ADMIN_SHUTDOWN = 'config.linkerd.io/proxy-admin-shutdown';
/** What Linkerd reads as a truth value; it ignores everything else without a word. */
const TRUTH = /^(1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/;
const YES = /^(1|t|T|TRUE|true|True)$/;

export const linkerdLeftover: Rule = {
  id: 'NS507',
  name: 'linkerd-leftover',
  severity: Severity.INFO,
  title: "Linkerd's annotations for an ordinary proxy are in vain, or harmful, for a native one",
  why: 'A native proxy starts before the app and stops after it. To wait before its exit is refused before Linkerd 2.20 and ignored since; without proxy-await it has no startup probe; to be told to quit it needs no more.',
  fix: 'Take them away once the proxy is native, and write the switch as config.linkerd.io/proxy-enable-native-sidecar: "true".',
  example: {
    wrong: ['annotations:', '  linkerd.io/inject: enabled', `  ${WAIT_BEFORE_EXIT}: "20"`].join('\n'),
    right: ['annotations:', '  linkerd.io/inject: enabled', '  config.linkerd.io/proxy-enable-native-sidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): Offence[] => {
    const annotations: { readonly [key: string]: unknown } = pod.metadata.annotations ?? {};
    // In a mesh that is known, NS606 judges them by its version.
    return mesh || !Object.keys(annotations).some(key => key.includes('linkerd.io/')) ? [] : [...workarounds(annotations), ...spellings(annotations)];
  },
};

function workarounds(annotations: { readonly [key: string]: unknown }): Offence[] {
  const native = LINKERD.nativeSwitches.some(({ key }) => YES.test(String(annotations[key])));
  const once = native ? '' : ' once the proxy is native';
  const severity = native ? Severity.WARNING : Severity.INFO;
  return [
    ...(annotations[WAIT_BEFORE_EXIT] !== undefined ? [{
      message: `the annotation '${WAIT_BEFORE_EXIT}' makes the proxy outlive the app, which a native one does by itself; before Linkerd 2.20 it is not even injected with it`,
      fix: `take it away${once}`,
      severity,
    }] : []),
    ...(annotations[AWAIT] === 'disabled' && native ? [{
      message: `the annotation '${AWAIT}' takes the startup probe from a native proxy, so that the app may start before it`,
      fix: 'take it away',
      severity,
    }] : []),
    ...(annotations[ADMIN_SHUTDOWN] === 'enabled' ? [{
      message: `the annotation '${ADMIN_SHUTDOWN}' lets the proxy be told to quit, which a native one does not need`,
      fix: `take it away${once}, after the calls`,
    }] : []),
  ];
}

/** The switch has had three names; the newest is the first of the list. */
function spellings(annotations: { readonly [key: string]: unknown }): Offence[] {
  const [newest] = LINKERD.nativeSwitches;
  return LINKERD.nativeSwitches.flatMap(({ key }) => {
    const value = annotations[key];
    if (value === undefined) {
      return [];
    }
    if (!TRUTH.test(String(value))) {
      return [{ message: `'${key}' is '${String(value)}', which Linkerd does not understand and ignores`, fix: 'write "true" or "false"', severity: Severity.WARNING }];
    }
    return key === newest.key || annotations[newest.key] !== undefined ? [] : [{
      message: `'${key}' is an old name of '${newest.key}'`,
      fix: 'write the new one from Linkerd 2.20 on',
    }];
  });
}
