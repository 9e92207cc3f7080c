import { Helm } from './helm';
import { CUSTOM_KIND, KINDS, legacy, migrated, placesOf, renamed, SIDECAR } from './objects';
import { Attempt, Input, Live, Outcome } from './record';
import { ADOPT, callsHelm, isHelmCall, Made, OTHER_MANAGER, Step, Way, WAYS } from './ways';
import { JsonObject } from '../../src/data/json';
import { WorkloadKinds } from '../../src/kubernetes/workload-kinds';
import { Cluster, until } from '../cluster';

/** Kinds whose lists of fields are deep enough to stand for the others, of which dumps are applied and recorded. */
const DUMPED: readonly string[] = ['Deployment', 'CronJob'];

/** The kinds of recorded objects: those, and one whose containers cannot change. */
const RECORDED: readonly string[] = [...DUMPED, 'Job'];

/** The kind that stands for the others where another name is tried, or kubectl with what Helm made. */
const ONE_KIND = 'Deployment';

/** How many calls of Helm, one for each object, run at once. */
const PARALLEL = 4;

/** The commands that change an image know only Kubernetes' own kinds. */
const NEW_IMAGE = `${SIDECAR}=gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2`;

interface Try {
  readonly kind: string;
  readonly name: string;
  readonly input: Input;
  readonly way: Way;
}

/** What a step reported about an object; empty if it succeeded. */
type ErrorOf = (one: Try) => string;

/** Makes live objects in the chosen ways, and applies the migrated manifest to each of them in every way. */
export async function attemptAll(
  cluster: Cluster, helm: Helm | undefined, chosen: readonly Made[], print: (line: string) => void,
): Promise<{ readonly attempts: Attempt[]; readonly live: Live[] }> {
  await withOutput(cluster, ['apply', '-f', '-'], CUSTOM_KIND);
  await until(20, 'the custom kind', () => cluster.get('/apis/argoproj.io/v1alpha1/rollouts').then(() => true, () => false));
  const all: { attempts: Attempt[]; live: Live[] } = { attempts: [], live: [] };
  for (const [index, made] of chosen.entries()) {
    const { attempts, live } = await cluster.inNamespace(`apply-${index}`, namespace => new Round(cluster, helm, namespace, made).attempts());
    all.attempts.push(...attempts);
    all.live.push(...live);
    print(`${made.name}: ${attempts.length} attempts, ${attempts.filter(({ outcome }) => outcome === 'works').length} work`);
  }
  return all;
}

/** All attempts on objects that were made in one way. */
class Round {
  public constructor(
    private readonly cluster: Cluster, private readonly helm: Helm | undefined, private readonly namespace: string, private readonly made: Made,
  ) {}

  public async attempts(): Promise<{ readonly attempts: Attempt[]; readonly live: Live[] }> {
    const made = await this.make(triesFor(this.made));
    const live: Live[] = [];
    for (const kind of RECORDED) {
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
      const errorOf = await this.perform(step, left, left.map(({ kind, name }) => legacy(kind, name)));
      left = left.filter(one => errorOf(one) === '');
    }
    if (this.made.then === 'set-image') {
      const errors = await Promise.all(left.map(({ kind, name }) => withOutput(this.cluster, ['-n', this.namespace, 'set', 'image', `${kind.toLowerCase()}/${name}`, NEW_IMAGE])));
      left = left.filter((_, index) => errors[index].error === '');
    }
    await until(60, 'controllers that write the status', async () => (await Promise.all(left.filter(({ input }) => input === 'dump').map(one => this.read(one)))).every(isSettled));
    return left;
  }

  /** Does a step with one object for each try. */
  private async perform(step: Step, tries: readonly Try[], objects: readonly JsonObject[]): Promise<ErrorOf> {
    if (step === ADOPT) {
      await Promise.all(tries.map(one => this.adopt(one)));
      return () => '';
    }
    if (isHelmCall(step)) {
      const errors = await inParallel(objects, object => this.helm!.deploy(step, this.namespace, object));
      return one => errors[tries.indexOf(one)].error;
    }
    // One command for all objects: kubectl goes on after one that is refused.
    const { error } = await withOutput(this.cluster, ['-n', this.namespace, ...step, '-f', '-'], listOf(objects));
    return one => errorAbout(one, error);
  }

  /** As Flux takes over an object: the fields that kubectl manages become its own. */
  private async adopt(one: Try): Promise<void> {
    const { metadata } = await this.read(one) as any;
    const value = metadata.managedFields.map((entry: any) => entry.manager.startsWith('kubectl') ? { ...entry, manager: OTHER_MANAGER, operation: 'Apply' } : entry);
    await this.cluster.send('PATCH', this.path(one), [{ op: 'replace', path: '/metadata/managedFields', value }], 'application/json-patch+json');
  }

  /** Applies all inputs in one way. */
  private async attemptAll(way: Way, tries: readonly Try[]): Promise<Attempt[]> {
    if (tries.length === 0) {
      return [];
    }
    const inputs = await Promise.all(tries.map(async one => inputFor(one, await this.read(one))));
    let errorOf: ErrorOf = () => '';
    for (const step of way.steps) {
      errorOf = await this.perform(step, tries, inputs);
    }
    return Promise.all(tries.map(async one => {
      const why = errorOf(one);
      const outcome = outcomeOf(why, placesOf(await this.read(one)));
      return { kind: one.kind, made: this.made.name, input: one.input, way: way.name, outcome, ...(outcome === 'refused' ? { why: why.slice(0, 300) } : {}) };
    }));
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
  return (made.kinds ?? KINDS).flatMap(kind => (['manifest', 'renamed', 'dump'] as const)
    .flatMap(input => WAYS.flatMap((way, index) => isTried(made, kind, input, way) ? [{ kind, input, way, name: `${kind.toLowerCase()}-${input}-${index}` }] : [])));
}

/** Helm upgrades only what it manages, and has the manifest from its chart. Where it made the object, one kind shows what kubectl can do with it. */
function isTried(made: Made, kind: string, input: Input, way: Way): boolean {
  const isHelms = callsHelm(made);
  return (!way.asManager || made.manager !== undefined)
    && (!way.forFixed || WorkloadKinds.KNOWN.find(kind, undefined)?.fixed === true)
    && (callsHelm(way) ? isHelms && input === 'manifest' : !isHelms || (kind === ONE_KIND && input === 'manifest'))
    && (input === 'manifest' || (input === 'renamed' ? [ONE_KIND] : DUMPED).includes(kind));
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

/** Whether the controller of a Deployment has written all that it writes: a dump from before would be refused as outdated. */
function isSettled({ kind, metadata, status }: any): boolean {
  return kind !== 'Deployment' || (status?.observedGeneration === metadata.generation && status.conditions?.some((one: any) => one.reason === 'NewReplicaSetAvailable'));
}

/** Does some at once, in their order. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
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
