import { InvalidInput } from './invalid-input';
import { readMesh } from './mesh-option';
import { FAIL_ON, GivenSettings } from './settings';
import { versionText } from './version-text';
import { messageOf } from '../data/error-message';
import { globSource } from '../data/glob';
import { isObject, JsonObject } from '../data/json';
import { DataPath } from '../data/path';
import { MESH_EXAMPLE } from '../knowledge/meshes/mesh-list';
import { Direction, KnownProgram } from '../knowledge/programs/program';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { parseTemplatePath } from '../kubernetes/template-path';
import { WorkloadKind, WorkloadKinds } from '../kubernetes/workload-kinds';
import { findRule } from '../rules/all-rules';
import { Severity } from '../rules/engine/finding';
import { ManifestDocument, parseText, Wanted } from '../yaml/parse';
import { problemAt } from '../yaml/places';
import { formatProblem } from '../yaml/problem';

const SEVERITIES: readonly string[] = [...Object.values(Severity), 'off'];
const DIRECTIONS: readonly Direction[] = ['outbound', 'inbound', 'content', 'shipper', 'after-main', 'observer', 'reloader'];
const KEYS = ['kubernetes', 'featureGates', 'mesh', 'failOn', 'rules', 'sidecars', 'workloads', 'exclude'];
const WORKLOAD_KEYS = ['kind', 'group', 'template', 'runsToCompletion'];
const SIDECAR_KEYS = ['image', 'container', 'direction', 'name'];

const WANTED: Wanted = {
  must: `a configuration must be an object with the keys ${KEYS.join(', ')}`,
  advice: "for example 'failOn: warning'",
};

/**
 * Reads the text of a configuration.
 *
 * Throws `InvalidInput` with the line of the first mistake.
 *
 * @param file the name of its file, for messages
 */
export function parseConfig(file: string, text: string): GivenSettings {
  const { documents, problems } = parseText(file, text, WANTED);
  if (problems.length > 0) {
    throw new InvalidInput(problems.map(formatProblem).join('\n'));
  }
  if (documents.length > 1) {
    throw new InvalidInput(`${file}: found ${documents.length} documents: a configuration must be a single document`);
  }
  return documents.length === 0 ? {} : new ConfigReader(documents[0]).read();
}

class ConfigReader {
  public constructor(private readonly document: ManifestDocument) {}

  public read(): GivenSettings {
    const { kubernetes, featureGates, mesh, failOn, rules, sidecars, workloads, exclude } = this.document.value;
    this.checkKeys(this.document.value, KEYS, [], 'the configuration');
    return {
      ...(kubernetes === undefined ? {} : { kubernetes: this.attempt(['kubernetes'], () => KubernetesVersion.of(this.word(versionText(kubernetes), ['kubernetes'], /./, 'a version, such as "1.33"'))) }),
      ...(featureGates === undefined ? {} : { featureGates: this.listAt(featureGates, 'featureGates').map((gate, index) => this.gate(gate, ['featureGates', index])) }),
      ...(mesh === undefined ? {} : { mesh: this.attempt(['mesh'], () => readMesh(this.word(mesh, ['mesh'], /./, `NAME@VERSION, such as ${MESH_EXAMPLE}`))) }),
      ...(failOn === undefined ? {} : { failOn: this.choice(failOn, FAIL_ON, ['failOn']) }),
      severities: new Map(Object.entries(this.objectAt(rules, 'rules')).map(([id, severity]) => this.severity(id, severity))),
      programs: this.listAt(sidecars, 'sidecars').map((sidecar, index) => this.program(sidecar, ['sidecars', index])),
      workloads: WorkloadKinds.KNOWN.with(this.listAt(workloads, 'workloads').map((workload, index) => this.workload(workload, ['workloads', index]))),
      exclude: this.listAt(exclude, 'exclude').map((pattern, index) => this.word(pattern, ['exclude', index], /./, 'a pattern as in .gitignore, such as charts/')),
    };
  }

  private gate(gate: unknown, path: DataPath): string {
    return this.word(gate, path, /^[A-Za-z0-9]+$/, 'the name of a feature gate, such as ContainerStopSignals');
  }

  private workload(workload: unknown, path: DataPath): WorkloadKind {
    if (!isObject(workload)) {
      throw this.invalid(path, "a workload must be an object with 'kind' and 'template', such as { kind: Rollout, template: spec.template }");
    }
    this.checkKeys(workload, WORKLOAD_KEYS, path, 'a workload');
    const { kind, group, template, runsToCompletion = false } = workload;
    if (typeof runsToCompletion !== 'boolean') {
      throw this.invalid([...path, 'runsToCompletion'], `'runsToCompletion' is ${JSON.stringify(runsToCompletion)}: write true or false`);
    }
    const at = Array.isArray(template) ? template.map((one, index) => this.templatePath(one, [...path, 'template', index])) : [this.templatePath(template, [...path, 'template'])];
    if (at.length === 0) {
      throw this.invalid([...path, 'template'], "'template' is an empty list: write at least one path, such as spec.template");
    }
    return {
      kind: this.word(kind, [...path, 'kind'], /^[A-Z][A-Za-z0-9]*$/, 'the kind of its objects, such as Rollout'),
      groups: group === undefined ? [] : [this.word(group, [...path, 'group'], /^[a-z0-9.-]*$/, 'an API group without a version, such as argoproj.io')],
      pods: at.map(one => ({ at: one, runsToCompletion })),
      configured: true,
    };
  }

  private templatePath(value: unknown, path: DataPath): string {
    const text = this.word(value, path, /./, 'the path of the pod template, such as spec.template');
    this.attempt(path, () => parseTemplatePath(text));
    return text;
  }

  private word(value: unknown, path: DataPath, form: RegExp, wanted: string): string {
    if (typeof value !== 'string' || !form.test(value)) {
      const key = path.filter(step => typeof step === 'string').pop();
      throw this.invalid(path, `'${key}' ${value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`}: write ${wanted}`);
    }
    return value;
  }

  private severity(id: string, value: unknown): [string, Severity | 'off'] {
    const path = ['rules', id];
    const rule = findRule(id);
    if (!rule) {
      throw this.invalid(path, `unknown rule '${id}': run 'cdk8s-sidecars rules' to list all rules`);
    }
    // YAML reads off as false.
    return [rule.id, this.choice(value === false ? 'off' : value, SEVERITIES, path) as Severity | 'off'];
  }

  private program(sidecar: unknown, path: DataPath): KnownProgram {
    if (!isObject(sidecar)) {
      throw this.invalid(path, "a sidecar must be an object with 'image' and 'direction'");
    }
    this.checkKeys(sidecar, SIDECAR_KEYS, path, 'a sidecar');
    const { image, container, direction, name } = sidecar;
    if (image === undefined && container === undefined) {
      throw this.invalid([...path, 'image'], "a sidecar needs an 'image', or a 'container' with its name; * matches any text, for example ghcr.io/acme/*-proxy");
    }
    const images = this.pattern(image, [...path, 'image']);
    const containers = this.pattern(container, [...path, 'container']);
    return {
      name: typeof name === 'string' && name !== '' ? name : String(image ?? container),
      repositories: images === undefined ? /./ : new RegExp(`(^|/)${globSource(images, 1)}$`),
      ...(containers === undefined ? {} : { containerName: new RegExp(`^${globSource(containers)}$`) }),
      onlySidecar: true,
      direction: this.choice(direction, DIRECTIONS, [...path, 'direction']),
    };
  }

  /** A pattern in which * matches any text; undefined when none is given. */
  private pattern(value: unknown, path: DataPath): string | undefined {
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'string' || value.trim() === '') {
      throw this.invalid(path, `'${path[path.length - 1]}' is ${JSON.stringify(value)}: write a name; * matches any text, for example ghcr.io/acme/*-proxy`);
    }
    return value.trim();
  }

  private choice<T extends string>(value: unknown, choices: readonly T[], path: DataPath): T {
    const found = choices.find(choice => choice === value);
    if (found === undefined) {
      const got = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
      throw this.invalid(path, `'${path[path.length - 1]}' ${got}: choose one of ${choices.join(', ')}`);
    }
    return found;
  }

  private objectAt(value: unknown, key: string): JsonObject {
    if (value !== undefined && value !== null && !isObject(value)) {
      throw this.invalid([key], `'${key}' must be an object, such as { NS101: warning }`);
    }
    return value ?? {};
  }

  private listAt(value: unknown, key: string): unknown[] {
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      throw this.invalid([key], `'${key}' must be a list`);
    }
    return value ?? [];
  }

  private checkKeys(object: JsonObject, known: readonly string[], path: DataPath, what: string): void {
    const unknown = Object.keys(object).find(key => !known.includes(key));
    if (unknown !== undefined) {
      throw this.invalid([...path, unknown], `${what} has the unknown key '${unknown}': the keys are ${known.join(', ')}`);
    }
  }

  private attempt<T>(path: DataPath, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw error instanceof InvalidInput ? error : this.invalid(path, messageOf(error));
    }
  }

  private invalid(path: DataPath, message: string): InvalidInput {
    return new InvalidInput(formatProblem(problemAt(this.document, path, message)));
  }
}
