import { isObject } from '../../data/json';
import { ISTIO } from '../../knowledge/meshes/istio';
import { Severity } from '../engine/finding';
import { isNativeMesh, Offence, Rule, RuleContext } from '../engine/rule';

const ANNOTATION = 'proxy.istio.io/config';
const KEY = 'holdApplicationUntilProxyStarts';
const BLOCK = new RegExp(`^\\s*["']?${KEY}["']?\\s*:\\s*["']?true["']?\\s*$`, 'm');
const FLOW = new RegExp(`[{,]\\s*["']?${KEY}["']?\\s*:\\s*["']?true["']?\\s*[,}]`);

export const holdApplication: Rule = {
  id: 'NS506',
  name: 'hold-application',
  severity: Severity.INFO,
  title: "Istio's holdApplicationUntilProxyStarts is ignored for a native proxy",
  why: 'It makes an ordinary istio-proxy hold back the app in its post-start hook. A native proxy does so by its startup probe, also for init containers, and Istio then ignores the key.',
  fix: 'Take the key away once the proxy is native; other keys of the annotation stay.',
  example: {
    wrong: ['annotations:', '  sidecar.istio.io/nativeSidecar: "true"', '  proxy.istio.io/config: |', '    holdApplicationUntilProxyStarts: true'].join('\n'),
    right: ['annotations:', '  sidecar.istio.io/nativeSidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): Offence[] => {
    const { annotations } = context.pod.metadata;
    const config: unknown = annotations?.[ANNOTATION];
    // With a mesh that is known to be native, NS606 says it.
    if (typeof config !== 'string' || !config.includes(KEY) || isNativeMesh(context) || !holds(config)) {
      return [];
    }
    const native = ISTIO.nativeSwitches.some(({ key }) => String(annotations[key]) === 'true') || context.pod.sidecars.some(sidecar => sidecar.name === 'istio-proxy');
    return [native ? {
      message: `the annotation '${ANNOTATION}' says ${KEY}, which Istio ignores for a native proxy`,
      fix: 'take that key away',
      severity: Severity.WARNING,
    } : {
      message: `the annotation '${ANNOTATION}' says ${KEY}, which a native proxy does not need`,
      fix: 'take that key away once the proxy is native',
    }];
  },
};

/** Whether a text, which is YAML or JSON, sets the key: it is a key of the outermost map, so that no parser is needed. */
function holds(config: string): boolean {
  if (config.trimStart().startsWith('{')) {
    try {
      const value: unknown = JSON.parse(config);
      return isObject(value) && String(value[KEY]) === 'true';
    } catch {
      // YAML may look like JSON, too.
    }
  }
  const lines = config.replace(/(^|\s)#.*$/gm, '$1');
  return BLOCK.test(lines) || FLOW.test(lines);
}
