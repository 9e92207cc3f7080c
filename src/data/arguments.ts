/** What a caller passes, in an error message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return `'${value}'`;
  }
  if (typeof value === 'function') {
    return 'a function';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (typeof value !== 'object' || value === null) {
    return String(value);
  }
  const { name = '' } = value.constructor ?? {};
  return name === '' || name === 'Object' ? 'an object' : `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}
