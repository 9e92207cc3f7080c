import { StartupHold } from './annotation-facts';
import { isObject } from '../../data/json';

const KEY = 'holdApplicationUntilProxyStarts';
const BLOCK = new RegExp(`^[ \\t]*["']?${KEY}["']?\\s*:\\s*["']?true["']?\\s*$`, 'm');
const FLOW = new RegExp(`[{,]\\s*["']?${KEY}["']?\\s*:\\s*["']?true["']?\\s*[,}]`);
const LINE = new RegExp(`^\\s*["']?${KEY}["']?\\s*:\\s*["']?(true|false)["']?\\s*$`);

/** Istio's configuration of one proxy, YAML or JSON, can make an ordinary proxy hold the app back in its postStart hook. */
export const ISTIO_HOLD: StartupHold = {
  annotation: 'proxy.istio.io/config',
  name: KEY,
  isOn,
  without: text => text.trimStart().startsWith('{') ? withoutInJson(text) : withoutInLines(text),
};

/** It is a key of the outermost map, so that no parser is needed. */
function isOn(config: string): boolean {
  if (!config.includes(KEY)) {
    return false;
  }
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

function withoutInLines(text: string): string | undefined {
  const lines = text.split('\n');
  const rest = lines.filter(line => !LINE.test(line));
  return rest.length < lines.length ? (rest.every(line => line.trim() === '') ? '' : rest.join('\n')) : undefined;
}

function withoutInJson(text: string): string | undefined {
  try {
    const { [KEY]: _, ...rest } = JSON.parse(text);
    return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  } catch {
    return undefined;
  }
}
