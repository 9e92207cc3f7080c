/**
 * The name of a property as the language of the caller spells it: `activeDeadline` is `active_deadline` in Python, and `ActiveDeadline` in Go and .NET.
 *
 * @param agent the runtime of jsii that started this process, which sets this variable: `Python/3.12.1`, `go1.25/linux/amd64`, `DotNet/8.0`, `Java/17`
 */
export function memberName(name: string, agent: string = process.env.JSII_AGENT ?? ''): string {
  if (/^python/i.test(agent)) {
    return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  }
  return /^(go|dotnet)/i.test(agent) ? name[0].toUpperCase() + name.slice(1) : name;
}
