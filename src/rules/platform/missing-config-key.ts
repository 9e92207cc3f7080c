import { isObject, JsonObject, listOf } from '../../data/json';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const missingConfigKey: Rule = {
  id: 'NS617',
  name: 'missing-config-key',
  severity: Severity.ERROR,
  title: 'A container whose variable comes from a missing key of a ConfigMap never starts',
  why: 'The kubelet does not create a container if a variable refers to a key that the ConfigMap does not have: the container stays in CreateContainerConfigError, and if it is a sidecar, the app never starts. '
    + 'Only ConfigMaps in the same input are judged.',
  fix: 'Add the key to the ConfigMap, refer to another key, or set optional: true.',
  example: {
    wrong: `- name: web
  env: [{ name: LEVEL, valueFrom: { configMapKeyRef: { name: settings, key: level } } }]
---
kind: ConfigMap
metadata: { name: settings }
data: { log-level: info }`,
    right: `- name: web
  env: [{ name: LEVEL, valueFrom: { configMapKeyRef: { name: settings, key: log-level } } }]
---
kind: ConfigMap
metadata: { name: settings }
data: { log-level: info }`,
  },
  since: '0.1.0',
  needs: 'valueFrom',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => {
    const env = listOf(container.spec.env).filter(({ valueFrom }) => isObject(valueFrom?.configMapKeyRef));
    return env.flatMap((variable): RuleOffense[] => {
      const { name, key, optional } = variable.valueFrom.configMapKeyRef;
      const map = optional === true ? undefined : context.recognition.surroundings.configMap(context.pod, String(name));
      return !map || keysOf(map).includes(key) ? [] : [{
        container: container.name,
        message: `${variable.name} of '${container.name}' comes from the key '${key}' of the ConfigMap '${name}', which has no such key, so the kubelet does not create the container`,
        fix: keysOf(map).length > 0 ? `refer to one of ${quoted(keysOf(map))}, or add the key` : 'add the key',
        at: atContainer(context.pod, container, 'env', container.spec.env.indexOf(variable), 'valueFrom', 'configMapKeyRef', 'key'),
      }];
    });
  }),
};

function keysOf({ data, binaryData }: JsonObject): string[] {
  return [data, binaryData].flatMap(part => (isObject(part) ? Object.keys(part) : []));
}
