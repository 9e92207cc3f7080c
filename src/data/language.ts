/** How a language spells what TypeScript calls `activeDeadline` and `Duration.seconds`. */
export interface Language {
  readonly member: (name: string) => string;
  /** A static method of a class, or a value of an enum. */
  readonly ofClass: (owner: string, name: string) => string;
}

/** Also the spelling of Java, and of the keys in YAML files. */
export const TYPESCRIPT: Language = { member: name => name, ofClass: (owner, name) => `${owner}.${name}` };
const PYTHON: Language = { member: snakeCase, ofClass: (owner, name) => `${owner}.${isConstant(name) ? name : snakeCase(name)}` };
const DOT_NET: Language = { member: pascalCase, ofClass: (owner, name) => `${owner}.${pascalCase(name)}` };
const GO: Language = { member: pascalCase, ofClass: (owner, name) => `${owner}_${pascalCase(name)}` };

/** The language of the program that calls this library. It is a function, because only messages need the language. */
export type Caller = () => Language;

/** A caller that spells names as TypeScript does. */
export const inTypeScript: Caller = () => TYPESCRIPT;

/**
 * The language of a runtime of jsii.
 *
 * @param agent what the runtime calls itself: `Python/3.12.1`, `go1.25/linux/amd64`, `DotNet/8.0`, `Java/17`
 */
export function languageOf(agent: string): Language {
  return [[/^python/i, PYTHON] as const, [/^dotnet/i, DOT_NET] as const, [/^go/i, GO] as const].find(([name]) => name.test(agent))?.[1] ?? TYPESCRIPT;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

function pascalCase(name: string): string {
  return name[0].toUpperCase() + name.slice(1);
}

function isConstant(name: string): boolean {
  return name === name.toUpperCase();
}
