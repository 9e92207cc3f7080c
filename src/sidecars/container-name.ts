/** The name of a sidecar's container: what is given, else the construct's id. Throws when that is no DNS label, and says one that is. */
export function containerName(id: string, given: string | undefined): string {
  if (id === 'Resource' || id === 'Default') {
    throw new Error(`a sidecar cannot have the id '${id}', by which cdk8s finds a workload's own object: choose another id`);
  }
  const name = given ?? id;
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) {
    const valid = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 63).replace(/-+$/, '') || 'sidecar';
    throw new Error(`a sidecar cannot be called '${name}': a container's name has at most 63 lower-case letters, digits and dashes, for example '${valid}'; set 'name' if the id shall stay`);
  }
  return name;
}
