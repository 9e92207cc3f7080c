import { Finder } from './scene';
import { listOf } from '../../data/json';
import { pathOf } from '../commands';

const VARIABLE = /^KRUISE_(TERMINATE_SIDECAR|CONTAINER_PRIORITY)/;

/** Finds the variables by which OpenKruise starts containers in order, and ends sidecars. */
export const findKruise: Finder = ({ recognition: { pod } }) => pod.containers.flatMap(container => {
  const variables = listOf(container.spec.env).filter(variable => VARIABLE.test(variable.name));
  return variables.length > 0 ? [{
    kind: 'kruise',
    container: container.name,
    target: container.name,
    text: String(variables[0].name),
    places: variables.map(variable => ({ path: [...pathOf(pod, container), 'env', container.spec.env.indexOf(variable)] })),
  }] : [];
});
