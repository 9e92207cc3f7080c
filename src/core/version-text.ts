/** The text of a Kubernetes version in YAML, which reads an unquoted 1.30 as the number 1.3. No supported version has a minor number with one digit, so 1.3 means 1.30. */
export function versionText(value: unknown): unknown {
  return typeof value === 'number' ? value.toFixed(2) : value;
}
