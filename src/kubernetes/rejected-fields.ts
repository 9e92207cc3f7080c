import { Quantity } from './quantity';
import { isObject, JsonObject, listOf } from '../data/json';
import { DataPath } from '../data/path';

/** A field of a container that the API server rejects. */
export interface RejectedField {
  readonly path: DataPath;
  /** What it is and why it is rejected, as the rest of a sentence about the container. */
  readonly problem: string;
  readonly fix: string;
}

const PLACEHOLDER = /[$<{%]/;

/** Whether a template leaves a text open: the API server sees another one. */
export function isLeftOpen(text: string): boolean {
  return PLACEHOLDER.test(text);
}

const MOST_PORT = 65535;
const MOST_USER = 2147483647;

/** The fields of a container that the API server rejects, of those that are easy to get wrong. */
export function rejectedFields(container: JsonObject): RejectedField[] {
  return [
    ...rejectedPorts(listOf(container.ports)),
    ...rejectedVariables(listOf(container.env)),
    ...rejectedSecurity(container.securityContext),
    ...rejectedResources(container.resources),
  ];
}

function rejectedPorts(ports: readonly JsonObject[]): RejectedField[] {
  return ports.flatMap(({ containerPort: port, name }, index): RejectedField[] => {
    if (typeof port === 'number' && (!Number.isInteger(port) || port < 1 || port > MOST_PORT)) {
      return [{ path: ['ports', index, 'containerPort'], problem: `declares port ${port}`, fix: `use a number from 1 to ${MOST_PORT}` }];
    }
    if (typeof name !== 'string' || isLeftOpen(name)) {
      return [];
    }
    const at: DataPath = ['ports', index, 'name'];
    if (ports.findIndex(other => other.name === name) < index) {
      return [{ path: at, problem: `has two ports with the name '${name}'`, fix: 'give one of them another name' }];
    }
    const isValid = name.length <= 15 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && /[a-z]/.test(name);
    return isValid ? [] : [{ path: at, problem: `has a port with the name '${name}'`, fix: 'use at most 15 lowercase letters, digits and single dashes, and at least one letter' }];
  });
}

function rejectedVariables(env: readonly JsonObject[]): RejectedField[] {
  return env.flatMap(({ name }, index) => (typeof name === 'string' && /^$|[=\x00-\x1f]/.test(name)
    ? [{ path: ['env', index, 'name'], problem: `has a variable with the name '${name}'`, fix: 'use letters, digits and underscores' }]
    : []));
}

function rejectedSecurity(context: unknown): RejectedField[] {
  if (!isObject(context)) {
    return [];
  }
  const { runAsUser: user, privileged, allowPrivilegeEscalation, capabilities } = context;
  const fields: RejectedField[] = [];
  if (typeof user === 'number' && (!Number.isInteger(user) || user < 0 || user > MOST_USER)) {
    fields.push({ path: ['securityContext', 'runAsUser'], problem: `has runAsUser: ${user}`, fix: `use a whole number from 0 to ${MOST_USER}` });
  }
  // Measured: the API server rejects CAP_SYS_ADMIN, and accepts the usual spelling SYS_ADMIN.
  const isPowerful = privileged === true || (Array.isArray(capabilities?.add) && capabilities.add.includes('CAP_SYS_ADMIN'));
  if (isPowerful && allowPrivilegeEscalation === false) {
    const reason = privileged === true ? 'privileged: true' : 'the capability CAP_SYS_ADMIN';
    fields.push({ path: ['securityContext', 'allowPrivilegeEscalation'], problem: `has ${reason} and allowPrivilegeEscalation: false`, fix: 'remove one of them' });
  }
  return fields;
}

function rejectedResources(resources: unknown): RejectedField[] {
  if (!isObject(resources)) {
    return [];
  }
  const requests: JsonObject = isObject(resources.requests) ? resources.requests : {};
  const limits: JsonObject = isObject(resources.limits) ? resources.limits : {};
  return [...invalidAmounts('requests', requests), ...invalidAmounts('limits', limits), ...lowLimits(requests, limits)];
}

function invalidAmounts(list: string, amounts: JsonObject): RejectedField[] {
  return Object.keys(amounts)
    .filter(name => Quantity.tryParse(amounts[name]) === undefined && !isLeftOpen(String(amounts[name])))
    .map(name => ({
      path: ['resources', list, name],
      problem: `has ${list} of ${amounts[name]} for ${name}, which is not a quantity`,
      fix: 'write a number with a suffix, such as 250m or 64Mi',
    }));
}

function lowLimits(requests: JsonObject, limits: JsonObject): RejectedField[] {
  return Object.keys(limits).filter(name => requests[name] !== undefined && isLess(limits[name], requests[name])).map(name => ({
    path: ['resources', 'limits', name],
    problem: `requests ${requests[name]} of ${name}, but its limit is ${limits[name]}`,
    fix: 'raise the limit, or lower the request',
  }));
}

function isLess(one: unknown, other: unknown): boolean {
  const [less, more] = [Quantity.tryParse(one), Quantity.tryParse(other)];
  return less !== undefined && more !== undefined && more.compare(less) > 0;
}
