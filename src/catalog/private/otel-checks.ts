import { Decided, ENDS } from './decided';
import { ConfigMapping } from './yaml';
import { refusal } from '../../caller/refusal';
import { follow, isObject } from '../../data/json';
import { authored, member, wording, Wording } from '../../data/wording';
import { OtelCollectorProps } from '../otel-collector-props';

/** The flags that would replace the configuration, or that would break the sidecar. */
export const OTEL_DECIDED: Decided = {
  flags: { config: "set 'config'", set: "set 'config'", h: ENDS, help: ENDS, v: ENDS, version: ENDS },
  letters: 'hv',
  words: "remove a command, and write a flag and its value as one argument, for example '--feature-gates=-service.profilesSupport'",
};

/** The parts that every collector has, and what to do instead of adding them. */
const OWN_PARTS = {
  receivers: { otlp: "set 'grpcPort' and 'httpPort', or 'config' for other settings" },
  processors: {
    memory_limiter: wording`set 'config', for example ${'{ processors: { memory_limiter: { limit_percentage: 70 } } }'}`,
    batch: wording`set 'config', for example ${"{ processors: { batch: { timeout: '5s' } } }"}`,
  },
  extensions: { health_check: "set 'healthPort', or 'config' for other settings" },
};

/** Refuses parts that would replace those of the sidecar. */
export function checkOtelParts(subject: string, props: OtelCollectorProps): void {
  for (const property of ['receivers', 'processors', 'extensions'] as const) {
    const own: { readonly [type: string]: string | Wording } = OWN_PARTS[property];
    const { type } = (props[property] ?? []).map(({ _part }) => _part).find(part => Object.hasOwn(own, part.type)) ?? {};
    if (type !== undefined) {
      throw refusal`${member(property)} of ${subject} has '${type}', which the sidecar decides: ${authored(own[type])}`;
    }
  }
}

/** Refuses a configuration with which the collector would not start, or would not receive anything. */
export function checkOtelReferences(subject: string, config: ConfigMapping): void {
  const pipelines = entriesOf(config, ['service', 'pipelines']);
  if (!pipelines.some(([, pipeline]) => namesIn(pipeline, 'receivers').includes('otlp'))) {
    throw refusal`'config' of ${subject} leaves no pipeline with the receiver '${'otlp'}', to which the app sends: keep it in '${'receivers'}' of a pipeline`;
  }
  for (const [pipeline, parts] of pipelines) {
    for (const kind of ['receivers', 'processors', 'exporters']) {
      const defined = definedIn(config, kind);
      const missing = namesIn(parts, kind).find(name => !defined.includes(name));
      if (missing !== undefined) {
        throw refusal`the pipeline '${pipeline}' of ${subject} has '${missing}' in '${kind}', which is not defined: add it to ${member(kind)} of the sidecar, or define it in 'config'`;
      }
    }
    if (namesIn(parts, 'exporters').length === 0 || namesIn(parts, 'receivers').length === 0) {
      throw refusal`the pipeline '${pipeline}' of ${subject} needs a receiver and an exporter: set '${'receivers'}' and '${'exporters'}' of it in 'config', or set it to null`;
    }
  }
  checkExtensions(subject, config);
}

function checkExtensions(subject: string, config: ConfigMapping): void {
  const used = namesIn(config.service, 'extensions');
  const missing = used.find(name => !definedIn(config, 'extensions').includes(name));
  if (missing !== undefined) {
    throw refusal`'config' of ${subject} removes the extension '${missing}', which is in use: remove it from 'extensions' of the sidecar`;
  }
  for (const [exporter, settings] of entriesOf(config, ['exporters'])) {
    const authenticator = follow(settings, ['auth', 'authenticator']);
    if (typeof authenticator === 'string' && !used.includes(authenticator)) {
      const instead = wording`add it to 'extensions', for example [OtelExtension.custom('${authenticator}')] with its settings`;
      throw refusal`the exporter '${exporter}' of ${subject} has the authenticator '${authenticator}', which is not one of its extensions: ${instead}`;
    }
  }
}

/** A connector ends one pipeline and begins another. */
function definedIn(config: ConfigMapping, kind: string): string[] {
  const connectors = kind === 'receivers' || kind === 'exporters' ? entriesOf(config, ['connectors']) : [];
  return [...entriesOf(config, [kind]), ...connectors].map(([name]) => name);
}

function entriesOf(config: ConfigMapping, path: readonly string[]): [string, unknown][] {
  const found = follow(config, path);
  return isObject(found) ? Object.entries(found).filter(([, value]) => value !== undefined) : [];
}

function namesIn(parts: unknown, kind: string): string[] {
  const names = follow(parts, [kind]);
  return Array.isArray(names) ? names.map(String) : [];
}
