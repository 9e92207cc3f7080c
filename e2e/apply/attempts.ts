import { CUSTOM_KIND, KINDS, legacy, migrated, placesOf, renamed, SIDECAR } from './objects';
import { Attempt, Input, Live, Outcome } from './record';
import { ADOPT, Command, Made, MADE, OTHER_MANAGER, Way, WAYS } from './ways';
import { JsonObject } from '../../src/data/json';
import { Cluster, until } from '../cluster';

/** Kinds whose lists of fields are deep enough to stand for the others, of which dumps are applied and recorded. */
const DUMPED: readonly string[] = ['Deployment', 'CronJob'];

/** The kind under which another name is tried. */
const RENAMED: readonly string[] = ['Deployment'];

/** The commands that change an image know only Kubernetes' own kinds. */
const NEW_IMAGE = `${SIDECAR}=gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2`;

interface Try {
  readonly kind: string;
  readonly name: string;
  readonly input: Input;
  readonly way: Way;
}

/** Makes live objects in every way, and applies the migrated manifest to each of them in every way. */
export async function attemptAll(cluster: Cluster, print: (line: string) => void): Promise<{ readonly attempts: Attempt[]; readonly live: Live[] }> {
  await withOutput(cluster, ['apply', '-f', '-'], CUSTOM_KIND);
  await until(20, 'the custom kind', () => cluster.get('/apis/argoproj.io/v1alpha1/rollouts').then(() => true, () => false));
  const all: { attempts: Attempt[]; live: Live[] } = { attempts: [], live: [] };
  for (const [index, made] of MADE.entries()) {
    const { attempts, live } = await cluster.inNamespace(`apply-${index}`, namespace => new Round(cluster, namespace, made).attempts());
    all.attempts.push(...attempts);
    all.live.push(...live);
    print(`${made.name}: ${attempts.length} attempts, ${attempts.filter(({ outcome }) => outcome === 'works').length} work`);
  }
  return all;
}

/** All attempts on objects that were made in one way. */
class Round {
  public constructor(private readonly cluster: Cluster, private readonly namespace: string, private readonly made: Made) {}

  public async attempts(): Promise<{ readonly attempts: Attempt[]; readonly live: Live[] }> {
    const made = await this.make(triesFor(this.made));
    const live: Live[] = [];
    for (const kind of DUMPED) {
      const one = made.find(each => each.kind === kind);
      if (one) {
        live.push({ kind, made: this.made.name, object: withoutTimes(await this.read(one)) });
      }
    }
    const attempts: Attempt[] = [];
    for (const way of WAYS) {
      attempts.push(...await this.attemptAll(way, made.filter(one => one.way === way)));
    }
    return { attempts, live };
  }

  /** Makes the objects; leaves out those that cannot be made in this way. */
  private async make(tries: readonly Try[]): Promise<Try[]> {
    let left = [...tries];
    for (const step of this.made.steps) {
      if (step === ADOPT) {
        await Promise.all(left.map(one => this.adopt(one)));
      } else {
        const { error } = await this.kubectl(step, listOf(left.map(({ kind, name }) => legacy(kind, name))));
        left = left.filter(({ name }) => !error.includes(`"${name}"`));
      }
    }
    if (this.made.then === 'set-image') {
      const errors = await Promise.all(left.map(({ kind, name }) => withOutput(this.cluster, ['-n', this.namespace, 'set', 'image', `${kind.toLowerCase()}/${name}`, NEW_IMAGE])));
      left = left.filter((_, index) => errors[index].error === '');
    }
    return left;
  }

  /** As Flux takes over an object: the fields that kubectl manages become its own. */
  private async adopt(one: Try): Promise<void> {
    const { metadata } = await this.read(one) as any;
    const value = metadata.managedFields.map((entry: any) => entry.manager.startsWith('kubectl') ? { ...entry, manager: OTHER_MANAGER, operation: 'Apply' } : entry);
    await this.cluster.send('PATCH', this.path(one), [{ op: 'replace', path: '/metadata/managedFields', value }], 'application/json-patch+json');
  }

  /** Applies all inputs in one way, with one command: kubectl goes on after an object that is refused. */
  private async attemptAll(way: Way, tries: readonly Try[]): Promise<Attempt[]> {
    if (tries.length === 0) {
      return [];
    }
    const inputs = await Promise.all(tries.map(async one => inputFor(one, await this.read(one))));
    const { error } = await this.kubectl(way.command, listOf(inputs));
    return Promise.all(tries.map(async one => {
      const why = errorAbout(one, error);
      const outcome = outcomeOf(why, placesOf(await this.read(one)));
      return { kind: one.kind, made: this.made.name, input: one.input, way: way.name, outcome, ...(outcome === 'refused' ? { why: why.slice(0, 300) } : {}) };
    }));
  }

  private kubectl(command: Command, input: JsonObject): Promise<{ readonly error: string }> {
    return withOutput(this.cluster, ['-n', this.namespace, ...command, '-f', '-'], input);
  }

  private read(one: Try): Promise<JsonObject> {
    return this.cluster.get(this.path(one));
  }

  private path({ kind, name }: Try): string {
    const { apiVersion } = legacy(kind, name);
    return `/${apiVersion === 'v1' ? 'api' : 'apis'}/${String(apiVersion)}/namespaces/${this.namespace}/${kind.toLowerCase()}s/${name}`;
  }
}

function triesFor(made: Made): Try[] {
  const ways = WAYS.filter(way => !way.asManager || made.manager !== undefined);
  return KINDS.flatMap(kind => (['manifest', 'renamed', 'dump'] as const)
    .filter(input => input === 'manifest' || (input === 'renamed' ? RENAMED : DUMPED).includes(kind))
    .flatMap(input => ways.map((way, index) => ({ kind, input, way, name: `${kind.toLowerCase()}-${input}-${index}` }))));
}

function inputFor({ kind, name, input }: Try, live: JsonObject): JsonObject {
  if (input === 'dump') {
    // As kubectl prints it.
    const { managedFields: _, ...metadata } = live.metadata as JsonObject;
    return migrated({ ...live, metadata });
  }
  const manifest = migrated(legacy(kind, name));
  return input === 'renamed' ? renamed(manifest) : manifest;
}

/** The part of an error that is about one object. A conflict of server-side apply does not name its object. */
function errorAbout({ kind, name }: Try, error: string): string {
  const lines = error.split('\n').filter(line => !/^(E\d{4} |Warning: )/.test(line));
  const start = lines.findIndex(line => line.includes(`"${name}"`) && line.toLowerCase().includes(kind.toLowerCase()));
  const next = lines.findIndex((line, index) => index > start && /^(The |Error|error)/.test(line));
  return start < 0 ? lines.filter(line => /conflict/i.test(line)).join(' ') : lines.slice(start, next < 0 ? undefined : next).join(' ').trim();
}

function outcomeOf(error: string, places: ReturnType<typeof placesOf>): Outcome {
  if (places === 'init' || places === 'both') {
    return places === 'init' ? 'works' : 'both';
  }
  return /Duplicate value/.test(error) ? 'duplicate'
    : /immutable|pod updates may not/.test(error) ? 'immutable'
      : /conflict/i.test(error) ? 'conflict'
        : error === '' ? 'unchanged' : 'refused';
}

function listOf(items: readonly JsonObject[]): JsonObject {
  return { apiVersion: 'v1', kind: 'List', items };
}

/** What says when and where it was made differs in each run. */
function withoutTimes(object: JsonObject): JsonObject {
  const { uid: _, creationTimestamp: __, resourceVersion: ___, ...metadata } = object.metadata as any;
  return {
    ...object,
    metadata: { ...metadata, uid: '00000000-0000-0000-0000-000000000000', namespace: 'default', managedFields: metadata.managedFields.map(({ time: ____, ...entry }: any) => entry) },
  };
}

async function withOutput(cluster: Cluster, args: readonly string[], input?: JsonObject): Promise<{ readonly error: string }> {
  try {
    await cluster.kubectl(args, input && JSON.stringify(input));
    return { error: '' };
  } catch (error: any) {
    return { error: String(error.stderr || error.message) };
  }
}
