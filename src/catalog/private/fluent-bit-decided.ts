import { Decided, ENDS } from './decided';
import { FixedPart } from './merge-config';

const FOREGROUND = 'remove it, because Fluent Bit must stay the first process of its container';
const PIPELINE = "set 'inputs', 'filters' and 'outputs'";
const STATE = 'remove it, because the root filesystem is read-only';
const REACHABLE = 'remove it, because the kubelet must reach the HTTP server';

/** What the raw configuration cannot change. */
export const FLUENT_BIT_FIXED: readonly FixedPart[] = [
  [['service', 'http_server'], 'remove it'],
  [['service', 'http_listen'], 'remove it'],
  [['service', 'http_port'], "set 'httpPort'"],
  [['service', 'grace'], "set 'shutdown'"],
  [['service', 'daemon'], FOREGROUND],
  [['pipeline'], `${PIPELINE} of the sidecar, for example outputs: [{ plugin: 'stdout' }]`],
];

/** The flags that have a property, or that would break the sidecar. */
export const FLUENT_BIT_DECIDED: Decided = {
  flags: {
    ...each(['c', 'config'], "set 'config'"),
    ...each(['i', 'input', 'F', 'filter', 'o', 'output', 'r', 'processor', 'p', 'prop', 't', 'tag', 'm', 'match'], PIPELINE),
    ...each(['P', 'port', 'http_port'], "set 'httpPort'"),
    ...each(['L', 'http_listen'], REACHABLE),
    ...each(['b', 'storage_path'], STATE),
    ...each(['d', 'daemon'], FOREGROUND),
    ...each(['D', 'dry-run', 'V', 'version', 'h', 'help', 'J', 'help-json', 'S', 'sosreport'], ENDS),
  },
  letters: 'b:c:dDf:C:i:m:M:o:R:r:F:p:e:t:T:l:vw:qVhJL:HP:s:SWYZ',
  completes: true,
};

function each(flags: readonly string[], instead: string): { [flag: string]: string } {
  return Object.fromEntries(flags.map(flag => [flag, instead]));
}
