import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { nameDefaultContainer, noteConfigs, writeAcknowledgments } from './annotations';
import { swapClass } from './class-swap';
import { placeSidecars, SidecarPart } from './compose';
import { Composed, podOf, Written } from './composed';
import { HostedSidecar, HostSettings } from './hosted-sidecar';
import { setSorted, sortOwnKeys } from './json';
import { portProblems } from './listening';
import { Joined, joinMesh } from './mesh-join';
import { renderSteadily, workloadOf } from './pod-objects';
import { delayStop } from './pre-stop-delay';
import { ownRulesOf } from './rule-book';
import { budgetOf } from './stop-budget';
import { rememberWhileSynthesizing, SynthMemory } from './synth-memory';
import { targetOf } from './target-version';
import { hookOf } from '../kubernetes/hooks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { findTemplates } from '../kubernetes/manifest';
import { DEFAULT_GRACE_PERIOD_SECONDS, Pod } from '../kubernetes/pod';
import { Mesh } from '../meshes/mesh';
import { Recognition } from '../recognition/recognition';
import { markAcknowledged } from '../rules/engine/acknowledgment';
import { Finding, findingText, Severity } from '../rules/engine/finding';
import { atItsContainer } from '../rules/engine/rule';
import { StopTimes, stopTimesOf } from '../rules/engine/stop-times';
import { checkPod } from '../rules/lazy';
import { checkForErrors } from '../rules/stopping-rules';

const hosts = new WeakMap<ApiObject, PodHost>();

/** The pod of one API object, with everything that is added to it while it is rendered. */
export class PodHost {
  /** The host of an API object; there is one for each. */
  public static of(object: ApiObject): PodHost {
    const host = hosts.get(object) ?? new PodHost(object);
    hosts.set(object, host);
    return host;
  }

  /** Whether an API object has a host, so that it is checked anyway. */
  public static isHosted(object: ApiObject): boolean {
    return hosts.has(object);
  }

  /** What stops synth of an API object that has no host. */
  public static check(object: ApiObject): string[] {
    const manifest = renderSteadily(workloadOf(object), () => object.toJson());
    const { templates, problems } = findTemplates(manifest);
    const kubernetes = targetOf(object);
    const findings = templates.flatMap(found => {
      const pod = Pod._of(found);
      return checkForErrors({ pod, kubernetes, stops: stopTimesOf(pod), recognition: new Recognition(pod) }, ownRulesOf(object));
    });
    return [...problems.map(problem => problem.message), ...markAcknowledged(findings, manifest).filter(isBlocking).map(findingText)];
  }

  public readonly workload: IConstruct;
  public readonly settings: HostSettings = {};
  // There is a host for each workload of an app, so none of these is larger than what it holds.
  private hosted: readonly HostedSidecar[] = [];
  private acknowledgments?: Map<string, string>;
  private finishers: readonly ((spec: any) => void)[] = [];
  private readonly originalToJson: () => any;
  private readonly memory: SynthMemory;

  private constructor(private readonly object: ApiObject) {
    if (Object.hasOwn(object, 'toJson')) {
      throw new Error(`'${object.node.path}' overrides toJson, so nothing can be added to it: wrap the object in a construct instead of overriding it`);
    }
    this.originalToJson = Object.getPrototypeOf(object).toJson;
    this.workload = workloadOf(object);
    swapClass(object, 'pod-host', { toJson: (self, _original) => hosts.get(self)!.written().manifest });
    this.memory = rememberWhileSynthesizing(object);
    this.workload.node.addValidation({ validate: () => this.validate() });
  }

  public get sidecars(): readonly HostedSidecar[] {
    return this.hosted;
  }

  public get kubernetes(): KubernetesVersion {
    return targetOf(this.workload);
  }

  /** The namespace that the workload says, for what must be beside it. */
  public get namespace(): string | undefined {
    return this.object.metadata.namespace;
  }

  public add(sidecar: HostedSidecar): void {
    this.hosted = [...this.hosted, sidecar];
    this.settings.adopted = true;
  }

  public acknowledge(rule: string, reason: string): void {
    this.acknowledgments ??= new Map();
    this.acknowledgments.set(rule, reason);
  }

  /** Leads the workload into a mesh; there can only be one. */
  public join(mesh: Mesh): void {
    const { mesh: first } = this.settings;
    if (first) {
      throw new Error(`'${this.workload.node.path}' is in ${first.name} already and cannot join ${mesh.name} too: a pod belongs to one mesh`);
    }
    mesh.join({ isJob: this.object.kind === 'Job' || this.object.kind === 'CronJob', kubernetes: this.kubernetes });
    this.settings.mesh = mesh;
    this.settings.adopted = true;
  }

  /** Changes the spec that holds the pod template, after everything else: for fields that the typed classes do not know. */
  public finishWith(finisher: (spec: any) => void): void {
    this.finishers = [...this.finishers, finisher];
  }

  /** The manifest as it would be written now, and what there is to say about it. */
  public composed(): Composed {
    const written = this.written();
    const { manifest, joined, unreadable } = written;
    const pod = podOf(written);
    return {
      manifest,
      pod,
      stops: pod ? this.stopsOf(pod, joined) : {},
      findings: () => this.check(written, checkPod),
      errors: () => this.errorsOf(written),
      unreadable,
      injected: joined?.context.injected ?? [],
      clusterNeeds: joined?.clusterNeeds ?? [],
    };
  }

  private written(): Written {
    return this.memory.remember(this, () => this.write(renderSteadily(this.workload, () => this.originalToJson.call(this.object))));
  }

  /** What stops synth: errors that nobody has acknowledged. */
  private validate(): string[] {
    const written = this.written();
    return [...written.unreadable, ...this.errorsOf(written).map(findingText)];
  }

  private errorsOf(written: Written): readonly Finding[] {
    written.errors ??= this.check(written, checkForErrors).filter(isBlocking);
    return written.errors;
  }

  private write(manifest: any): Written {
    const parts = this.hosted.map(sidecar => sidecar.part());
    const { found, problems, unreadable } = placeSidecars(manifest, parts);
    if (!found) {
      return { manifest, found, joined: undefined, noticed: problems, unreadable };
    }
    const { kubernetes } = this;
    const template: any = found.template;
    const joined = this.settings.mesh && joinMesh(this.settings.mesh, found, kubernetes, Pod._of(found).job !== undefined);
    const delay = this.settings.adopted ? delayStop(this.object, manifest, template, this.settings, kubernetes) : undefined;
    if (this.finishers.length > 0) {
      const holder = found.path.slice(0, -1).reduce((here: any, key) => here[key], manifest);
      this.finishers.forEach(finish => finish(holder));
    }
    this.annotate(manifest, template, parts);
    if (this.settings.adopted) {
      template.spec = sortOwnKeys(template.spec);
    }
    const pod = Pod._of(joined?.predict() ?? found);
    const stops = this.stopsOf(pod, joined);
    if (!this.graceIsGiven(template.spec) && (this.hosted.length > 0 || joined || this.settings.shutdownSeconds !== undefined || delay?.isWritten)) {
      // What an injector will leave is another object than what is written.
      const seconds = budgetOf(pod, stops).recommendedSeconds;
      new Set([template.spec, pod.spec]).forEach(spec => setSorted(spec, 'terminationGracePeriodSeconds', seconds));
    }
    // A sidecar that has no place in the pod cannot be accepted: it would not be there.
    const noticed = [...problems, ...markAcknowledged(delay?.findings ?? [], manifest)];
    return { manifest, found, joined, noticed, unreadable, fresh: { pod, stops } };
  }

  /** Asks about ports, and asks rules: those that may stop a synth, or all of them. */
  private check(written: Written, ask: typeof checkForErrors): Finding[] {
    const { manifest, joined, noticed, fresh } = written;
    written.fresh = undefined;
    const pod = fresh?.pod ?? podOf(written);
    if (!pod) {
      return [...noticed];
    }
    const stops = fresh?.stops ?? this.stopsOf(pod, joined);
    const context = { pod, kubernetes: this.kubernetes, stops, mesh: joined?.context, recognition: new Recognition(pod) };
    const findings = [...portProblems(this, pod, joined?.context), ...ask(context, ownRulesOf(this.object))];
    return [...noticed, ...markAcknowledged(findings, manifest)].map(one => atItsContainer(one, context));
  }

  /** cdk8s-plus always writes 30, so there a 30 says nothing; elsewhere what is written is the user's. */
  private graceIsGiven(spec: any): boolean {
    const value = spec.terminationGracePeriodSeconds;
    if (value === undefined || value === null) {
      return false;
    }
    const isPlus = this.workload !== this.object && 'terminationGracePeriod' in this.workload;
    return this.settings.gracePeriodGiven === true || !isPlus || value !== DEFAULT_GRACE_PERIOD_SECONDS;
  }

  private annotate(manifest: any, template: any, parts: readonly SidecarPart[]): void {
    noteConfigs(manifest, template, parts);
    if (this.hosted.length > 0 || this.settings.mesh) {
      nameDefaultContainer(template);
    }
    const ungated = this.hosted.filter(sidecar => sidecar.reasonForNoGate !== undefined);
    const reasons = new Map(this.acknowledgments);
    if (ungated.length > 0 && !reasons.has('NS101')) {
      reasons.set('NS101', ungated.map(sidecar => `${sidecar.name}: ${sidecar.reasonForNoGate}`).join('; '));
    }
    writeAcknowledgments(manifest, reasons);
  }

  /** What is said about how long each container needs: by its hook, its construct, its mesh, or the app's shutdown. */
  private stopsOf(pod: Pod, joined: Joined | undefined): { [container: string]: StopTimes } {
    const own = new Map(this.hosted.map(sidecar => [sidecar.name, sidecar.shutdownSeconds]));
    const stops: { [container: string]: StopTimes } = {};
    for (const container of [...pod.mains, ...pod.sidecars]) {
      const { name, role } = container;
      stops[name] = {
        preStop: hookOf(container, 'preStop')?.seconds,
        shutdown: joined?.shutdowns.get(name) ?? (role === 'main' ? this.settings.shutdownSeconds : own.get(name)),
      };
    }
    return stops;
  }
}

function isBlocking(finding: Finding): boolean {
  return finding.severity === Severity.ERROR && finding.acknowledged === undefined;
}
