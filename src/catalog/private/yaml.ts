/** A value in a configuration. Undefined values are omitted. */
export type Config = string | number | boolean | ConfigList | ConfigMapping;
/** A list in a configuration. */
export type ConfigList = readonly Config[];
/** A mapping in a configuration. */
export interface ConfigMapping { readonly [key: string]: Config | undefined }

/** Writes a configuration as YAML, keys in the order given. */
export function toYaml(config: ConfigMapping): string {
  return `${lines(config).join('\n')}\n`;
}

function lines(config: ConfigList | ConfigMapping): string[] {
  if (isList(config)) {
    return config.flatMap(item => isNested(item) ? indent(lines(item), '- ') : [`- ${scalar(item)}`]);
  }
  return entries(config).flatMap(([key, value]) => isNested(value)
    ? [`${scalar(key)}:`, ...indent(lines(value), '  ')]
    : [`${scalar(key)}: ${scalar(value)}`]);
}

function indent(inner: readonly string[], first: string): string[] {
  return inner.map((line, index) => `${index === 0 ? first : '  '}${line}`);
}

function isList(config: Config): config is ConfigList {
  return Array.isArray(config);
}

function isNested(config: Config): config is ConfigList | ConfigMapping {
  return typeof config === 'object' && (isList(config) ? config.length : entries(config).length) > 0;
}

function entries(mapping: ConfigMapping): [string, Config][] {
  return Object.entries(mapping).filter((entry): entry is [string, Config] => entry[1] !== undefined && entry[1] !== null);
}

/** Writes unambiguous text without quotes. Quoted JSON strings are valid YAML. */
function scalar(value: Config): string {
  if (typeof value === 'object') {
    return isList(value) ? '[]' : '{}';
  }
  const isBare = typeof value === 'string' && /^[A-Za-z/][\w./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isBare ? value : JSON.stringify(value);
}
