import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { markAcknowledged, nameDefaultContainer, writeAcknowledgements } from './annotations';
import { swapClass } from './class-swap';
import { placeSidecars, SidecarPart } from './compose';
import { sortOwnKeys } from './json';
import { renderSteadily, workloadOf } from './pod-objects';
import { serviceInFrontOf } from './services';
import { rememberWhileSynthesizing, synthMemory } from './synth-memory';
import { targetOf } from './target-version';
import { ASSUMED_APP_SHUTDOWN_SECONDS, ASSUMED_SIDECAR_SHUTDOWN_SECONDS } from '../lifecycle/assumptions';
import { Budget, StopNeeds } from '../lifecycle/budget';
import { hookOf } from '../lifecycle/hooks';
import { KubernetesFeature } from '../lifecycle/kubernetes-features';
import { KubernetesVersion } from '../lifecycle/kubernetes-version';
import { findTemplates } from '../lifecycle/manifest';
import { DEFAULT_GRACE_PERIOD_SECONDS, Pod, PodRestartPolicy } from '../lifecycle/pod';
import { delayTargetLacks } from '../rules/field-target-lacks';
import { Finding, findingText, Severity } from '../rules/finding';
import { SaidStop } from '../rules/rule';
import { checkPod } from '../rules/rule-book';

/** How long requests may still arrive after a pod began to stop, until all endpoints know. */
export const DEFAULT_PRE_STOP_DELAY_SECONDS = 5;

/** A sidecar, as its host sees it. */
export interface HostedSidecar {
  readonly name: string;
  /** How long it needs after its stop signal, in seconds. */
  readonly shutdownSeconds: number;
  /** Nobody has said how long it needs. */
  readonly shutdownIsAssumed: boolean;
  /** The sidecar as it is now; rendered late, so that what user code adds to it counts. */
  readonly part: () => SidecarPart;
  /** Why no one waits for it, when it has no gate. */
  readonly reasonForNoGate: string | undefined;
}

/** What is said about the app and its pod; what is not said is undefined. */
export interface HostSettings {
  shutdownSeconds?: number;
  preStopDelaySeconds?: number;
  imageHasSleep?: boolean;
  /** Somebody set the grace period, even if to what cdk8s-plus always writes: known only where the workload's props are. */
  gracePeriodGiven?: boolean;
  /** The workload is ours to complete: it has a sidecar, or somebody said something about its life. */
  adopted?: boolean;
}

/** A manifest as it will be written, and what there is to say about it. */
export interface Composed {
  readonly manifest: any;
  /** The pod as it will run; undefined when it cannot be read. */
  readonly pod: Pod | undefined;
  readonly budget: Budget | undefined;
  readonly findings: Finding[];
  readonly unreadable: string[];
  /** The Service in front of the pod for which its app waits before it stops. */
  readonly delayedFor: string | undefined;
}

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
    const findings = templates.flatMap(found => checkPod({ pod: Pod._of(found), kubernetes, stops: {} }));
    return [...problems, ...markAcknowledged(findings, manifest).filter(isBlocking).map(findingText)];
  }

  public readonly workload: IConstruct;
  public readonly settings: HostSettings = {};
  private readonly hosted: HostedSidecar[] = [];
  private readonly acknowledgements = new Map<string, string>();
  private readonly finishers: ((spec: any) => void)[] = [];
  private readonly renderOriginal: () => any;

  private constructor(private readonly object: ApiObject) {
    if (Object.hasOwn(object, 'toJson')) {
      throw new Error(`'${object.node.path}' overrides toJson, so nothing can be added to it: wrap the object in a construct instead of overriding it`);
    }
    const original: () => any = Object.getPrototypeOf(object).toJson;
    this.workload = workloadOf(object);
    this.renderOriginal = () => renderSteadily(this.workload, () => original.call(object));
    swapClass(object, 'pod-host', { toJson: (self, _original) => hosts.get(self)!.composed().manifest });
    rememberWhileSynthesizing(object);
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
    this.hosted.push(sidecar);
    this.settings.adopted = true;
  }

  public acknowledge(rule: string, reason: string): void {
    this.acknowledgements.set(rule, reason);
  }

  /** Changes the spec that holds the pod template, after everything else: for fields that the typed classes do not know. */
  public finishWith(finisher: (spec: any) => void): void {
    this.finishers.push(finisher);
  }

  /** The manifest as it would be written now, and what there is to say about it. */
  public composed(): Composed {
    return synthMemory(this.object).remember(this, () => this.compose(this.renderOriginal()));
  }

  /** What stops synth: errors that nobody has acknowledged. */
  private validate(): string[] {
    const { findings, unreadable } = this.composed();
    return [...unreadable, ...findings.filter(isBlocking).map(findingText)];
  }

  private compose(manifest: any): Composed {
    const { found, problems, unreadable } = placeSidecars(manifest, this.hosted.map(sidecar => sidecar.part()));
    if (!found) {
      return { manifest, pod: undefined, budget: undefined, findings: problems, unreadable, delayedFor: undefined };
    }
    const template: any = found.template;
    const delayedFor = this.settings.adopted ? this.delayStop(manifest, template) : undefined;
    const holder = found.path.slice(0, -1).reduce((here: any, key) => here[key], manifest);
    this.finishers.forEach(finish => finish(holder));
    const given = this.graceIsGiven(template.spec);
    const draft = Pod._of(found);
    const budget = Budget.of(draft, this.stopNeeds(draft));
    if (!given && (this.hosted.length > 0 || this.settings.shutdownSeconds !== undefined || delayedFor)) {
      template.spec.terminationGracePeriodSeconds = budget.recommendedSeconds;
    }
    this.annotate(manifest, template);
    if (this.settings.adopted) {
      template.spec = sortOwnKeys(template.spec);
    }
    const pod = Pod._of(found);
    const findings = [...problems, ...this.delayProblems(), ...checkPod({ pod, kubernetes: this.kubernetes, stops: this.saidStops(pod) })];
    return { manifest, pod, budget, findings: markAcknowledged(findings, manifest), unreadable, delayedFor };
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

  /** A server behind a Service still gets requests for a moment after it began to stop, until all endpoints know. */
  private delayStop(manifest: any, template: any): string | undefined {
    const seconds = this.settings.preStopDelaySeconds ?? DEFAULT_PRE_STOP_DELAY_SECONDS;
    const handler = this.delayHandler(seconds);
    const isServer = (template.spec.restartPolicy ?? PodRestartPolicy.ALWAYS) === PodRestartPolicy.ALWAYS;
    if (seconds === 0 || !handler || !isServer || template.spec.containers.every((main: any) => main.lifecycle?.preStop)) {
      return undefined;
    }
    const service = serviceInFrontOf(this.object, manifest.metadata?.namespace, template.metadata?.labels ?? {});
    if (service === undefined && this.settings.preStopDelaySeconds === undefined) {
      return undefined;
    }
    template.spec.containers = template.spec.containers.map((main: any) => (main.lifecycle?.preStop
      ? main
      : sortOwnKeys({ ...main, lifecycle: { ...main.lifecycle, preStop: handler } })));
    return service ?? 'requests that still arrive';
  }

  /** A delay that is only a default may be left out; one that was asked for may not. */
  private delayProblems(): Finding[] {
    const asked = this.settings.preStopDelaySeconds ?? 0;
    return asked > 0 && !this.delayHandler(asked) ? [delayTargetLacks(this.kubernetes)] : [];
  }

  private delayHandler(seconds: number): object | undefined {
    if (this.kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
      return { sleep: { seconds } };
    }
    return this.settings.imageHasSleep ? { exec: { command: ['sleep', String(seconds)] } } : undefined;
  }

  private annotate(manifest: any, template: any): void {
    if (this.hosted.length > 0) {
      nameDefaultContainer(template);
    }
    const reasons = new Map(this.acknowledgements);
    const ungated = this.hosted.filter(sidecar => sidecar.reasonForNoGate !== undefined);
    if (ungated.length > 0 && !reasons.has('NS101')) {
      reasons.set('NS101', ungated.map(sidecar => `${sidecar.name}: ${sidecar.reasonForNoGate}`).join('; '));
    }
    writeAcknowledgements(manifest, reasons);
  }

  private stopNeeds(pod: Pod): { [container: string]: StopNeeds } {
    const said = this.saidStops(pod);
    return Object.fromEntries([...pod.mains, ...pod.sidecars].map(({ name, role }) => [name, {
      preStop: said[name].preStop ?? 0,
      shutdown: said[name].shutdown ?? (role === 'main' ? ASSUMED_APP_SHUTDOWN_SECONDS : ASSUMED_SIDECAR_SHUTDOWN_SECONDS),
    }]));
  }

  /** What is said about how long each container needs: by its hook, its construct, or the app's shutdown. */
  public saidStops(pod: Pod): { [container: string]: SaidStop } {
    const own = new Map(this.hosted.map(sidecar => [sidecar.name, sidecar.shutdownSeconds]));
    return Object.fromEntries([...pod.mains, ...pod.sidecars].map(container => [container.name, {
      preStop: hookOf(container, 'preStop')?.seconds,
      shutdown: container.role === 'main' ? this.settings.shutdownSeconds : own.get(container.name),
    }]));
  }
}

function isBlocking(finding: Finding): boolean {
  return finding.severity === Severity.ERROR && finding.acknowledged === undefined;
}
