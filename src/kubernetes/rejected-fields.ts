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

/** The fields of a container that the API server rejects, of those that are easy to get wrong. Loops, because every synth asks it of every container. */
export function rejectedFields(container: JsonObject): RejectedField[] {
  const fields: RejectedField[] = [];
  rejectPorts(container.ports, fields);
  rejectVariables(container.env, fields);
  rejectSecurity(container.securityContext, fields);
  rejectResources(container.resources, fields);
  return fields;
}

function rejectPorts(list: unknown, fields: RejectedField[]): void {
  listOf(list).forEach(({ containerPort: port, name }, index, ports) => {
    if (typeof port === 'number' && (!Number.isInteger(port) || port < 1 || port > MOST_PORT)) {
      fields.push({ path: ['ports', index, 'containerPort'], problem: `declares port ${port}`, fix: `use a number from 1 to ${MOST_PORT}` });
      return;
    }
    if (typeof name !== 'string' || isLeftOpen(name)) {
      return;
    }
    const path: DataPath = ['ports', index, 'name'];
    if (ports.findIndex(other => other.name === name) < index) {
      fields.push({ path, problem: `has two ports with the name '${name}'`, fix: 'give one of them another name' });
    } else if (name.length > 15 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || !/[a-z]/.test(name)) {
      fields.push({ path, problem: `has a port with the name '${name}'`, fix: 'use at most 15 lowercase letters, digits and single dashes, and at least one letter' });
    }
  });
}

function rejectVariables(env: unknown, fields: RejectedField[]): void {
  listOf(env).forEach(({ name }, index) => {
    if (typeof name === 'string' && /^$|[=\x00-\x1f]/.test(name)) {
      fields.push({ path: ['env', index, 'name'], problem: `has a variable with the name '${name}'`, fix: 'use letters, digits and underscores' });
    }
  });
}

function rejectSecurity(context: unknown, fields: RejectedField[]): void {
  if (!isObject(context)) {
    return;
  }
  const { runAsUser: user, privileged, allowPrivilegeEscalation, capabilities } = context;
  if (typeof user === 'number' && (!Number.isInteger(user) || user < 0 || user > MOST_USER)) {
    fields.push({ path: ['securityContext', 'runAsUser'], problem: `has runAsUser: ${user}`, fix: `use a whole number from 0 to ${MOST_USER}` });
  }
  // Measured: the API server rejects CAP_SYS_ADMIN, and accepts the usual spelling SYS_ADMIN.
  const isPowerful = privileged === true || (Array.isArray(capabilities?.add) && capabilities.add.includes('CAP_SYS_ADMIN'));
  if (isPowerful && allowPrivilegeEscalation === false) {
    const reason = privileged === true ? 'privileged: true' : 'the capability CAP_SYS_ADMIN';
    fields.push({ path: ['securityContext', 'allowPrivilegeEscalation'], problem: `has ${reason} and allowPrivilegeEscalation: false`, fix: 'remove one of them' });
  }
}

function rejectResources(resources: unknown, fields: RejectedField[]): void {
  if (!isObject(resources)) {
    return;
  }
  const requests: JsonObject = isObject(resources.requests) ? resources.requests : {};
  const limits: JsonObject = isObject(resources.limits) ? resources.limits : {};
  rejectAmounts('requests', requests, fields);
  rejectAmounts('limits', limits, fields);
  for (const name of Object.keys(limits)) {
    if (requests[name] !== undefined && isLess(limits[name], requests[name])) {
      fields.push({
        path: ['resources', 'limits', name],
        problem: `requests ${requests[name]} of ${name}, but its limit is ${limits[name]}`,
        fix: 'raise the limit, or lower the request',
      });
    }
  }
}

function rejectAmounts(list: string, amounts: JsonObject, fields: RejectedField[]): void {
  for (const name of Object.keys(amounts)) {
    if (Quantity.tryParse(amounts[name]) === undefined && !isLeftOpen(String(amounts[name]))) {
      fields.push({
        path: ['resources', list, name],
        problem: `has ${list} of ${amounts[name]} for ${name}, which is not a quantity`,
        fix: 'write a number with a suffix, such as 250m or 64Mi',
      });
    }
  }
}

function isLess(one: unknown, other: unknown): boolean {
  const [less, more] = [Quantity.tryParse(one), Quantity.tryParse(other)];
  return less !== undefined && more !== undefined && more.compare(less) > 0;
}
