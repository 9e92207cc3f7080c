import { grouped } from '../../data/grouped';
import { follow, isObject, JsonObject, listOf } from '../../data/json';
import { wrapperNeeds } from '../../recognition/leftovers/proxy-tools';
import { Draft } from '../draft';

/** Names what only a wrapper used that is gone: its access to the API, and its variables. Whether something else uses them is for a person to tell. */
export function adviseOnWrapperRemains(draft: Draft): void {
  const gone = draft.recognition.leftovers('wrapper').filter(leftover => draft.gone.has(leftover));
  for (const [tool, own] of grouped(gone, ({ text }) => text.split(' ')[0])) {
    const containers = own.map(({ container }) => container);
    const remains = [...containers.flatMap(name => variablesIn(draft, name, tool)), ...(wrapperNeeds(tool).readsPods ? accessOf(draft) : [])];
    if (remains.length > 0) {
      const names = containers.map(name => `'${name}'`).join(', ');
      draft.note('NS502', `${names} no longer ${containers.length > 1 ? 'run' : 'runs'} ${tool}: if nothing else uses them, remove ${[...new Set(remains)].join(', ')}`);
    }
  }
}

/** The variables of a container that the wrapper read and that stay: those that others may read, too, and those in ConfigMaps. */
function variablesIn({ recognition, pod }: Draft, name: string, tool: string): string[] {
  const { own, shared } = wrapperNeeds(tool);
  const { env, envFrom } = pod.container(name).spec;
  const inConfigMaps = listOf(envFrom).flatMap(({ configMapRef, prefix = '' }) => {
    const configMap: unknown = configMapRef?.name;
    const data: unknown = typeof configMap === 'string' ? recognition.surroundings.configMap(pod, configMap)?.data : undefined;
    return isObject(data) ? Object.keys(data).filter(key => own?.test(`${prefix}${key}`) || shared?.test(`${prefix}${key}`)).map(key => `${key} in ConfigMap '${configMap}'`) : [];
  });
  return [...listOf(env).filter(variable => shared?.test(String(variable.name))).map(variable => `${variable.name} of '${name}'`), ...inConfigMaps];
}

/** The objects of the input that let the pod read pods. */
function accessOf({ recognition, pod }: Draft): string[] {
  const nameOf = (object: JsonObject) => `${object.kind} '${String(follow(object, ['metadata', 'name']))}'`;
  return recognition.surroundings.roleBindings(pod).filter(({ role }) => role === undefined || isAboutPods(role))
    .flatMap(({ binding, role }) => [nameOf(binding), ...(role ? [nameOf(role)] : [])]);
}

function isAboutPods({ rules }: JsonObject): boolean {
  return listOf(rules).some(({ resources }) => Array.isArray(resources) && resources.some(resource => resource === 'pods' || resource === '*'));
}
