import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { FluentBitProps } from './fluent-bit-props';
import { Connectable } from './private/connectable';
import { FluentBitBudget, fluentBitBudget } from './private/fluent-bit-budget';
import { FLUENT_BIT_STATE_FOLDER, fluentBitConfig } from './private/fluent-bit-config';
import { FLUENT_BIT_DECIDED, FLUENT_BIT_FIXED } from './private/fluent-bit-decided';
import { FLUENT_BIT_KINDS } from './private/fluent-bit-kinds';
import { filterParts, inputParts, outputParts } from './private/fluent-bit-parts';
import { podFieldsFilter, podVariables } from './private/fluent-bit-pod-fields';
import { checkFolder } from './private/folder';
import { mergeConfig } from './private/merge-config';
import { declaredMetrics } from './private/metrics';
import { mountConfigFile, mountEmptyDir, sharedVolume, shutdownSeconds } from './private/parts';
import { checkPreset, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { understands } from './private/program-version';
import { ConfigMapping, toYaml } from './private/yaml';
import { wording } from '../data/wording';
import { FLUENT_BIT, FLUENT_BIT_HTTP_PORT, FLUENT_BIT_LAST_READ_SECONDS, FLUENT_BIT_TRUNCATION } from '../knowledge/programs/fluent-bit';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/fluent-bit/etc/conf';
const CONFIG_FILE = 'fluent-bit.yaml';

/** One second for the last attempt, one to send before it, and one to end. */
const LEAST_SHUTDOWN_SECONDS = 3;

/** The longest wait between two attempts by default, in seconds. */
const MAX_RETRY_SECONDS = 5;

/**
 * Fluent Bit, which reads the log files of the app from a shared directory and forwards them.
 *
 * It finds a new file within a fifth of a second and stops after the app. While an output is unavailable, it keeps records in its buffer and retries; it stops in time
 * even if an output hangs.
 *
 * In a Job, it keeps reading for a short time after the work is complete, so that the last line of even the shortest Job arrives. When a pod is *deleted*, it stops
 * reading at once: the end of a burst that the app writes while it exits, or a file that it creates then, can get lost. A last line without a line break is never read,
 * and a line of more than 1 MB is cut. The files must be readable by other users, which is the default. Create the directories of `inputs` before the app needs them:
 * until a directory exists, Fluent Bit logs an error each time that it looks.
 *
 * Its HTTP server also has metrics of its own for Prometheus, at `/api/v2/metrics/prometheus`; `metrics` declares the port.
 *
 * `connect` mounts the log directory in another container, so that it can write logs too.
 *
 * @see https://docs.fluentbit.io/manual/pipeline/inputs/tail
 *
 * @exampleMetadata fixture=workload
 * @example
 * new catalog.FluentBit(job, 'logs', {
 *   outputs: [{ plugin: 'loki', options: { host: 'loki.observability', labels: 'app=export' } }],
 * }).connect();
 */
export class FluentBit extends Connectable {
  /** The directory to which the app writes its logs. */
  public readonly path: string;
  /** The emptyDir volume with the logs. */
  public readonly volume: kplus.Volume;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: FluentBitProps) {
    checkPreset(scope, id, props, FLUENT_BIT_KINDS, FLUENT_BIT, new.target !== FluentBit);
    const subject = `'${id}'`;
    const path = checkFolder(subject, props.path ?? '/var/log/app');
    const httpPort = checkPort(subject, props.httpPort ?? FLUENT_BIT_HTTP_PORT);
    const budget = fluentBitBudget(shutdownSeconds(subject, FLUENT_BIT, props, LEAST_SHUTDOWN_SECONDS));
    const config = configOf(subject, path, httpPort, budget, props);
    super(scope, id, {
      ...presetProps(FLUENT_BIT, props, FLUENT_BIT_DECIDED),
      resources: props.resources ?? resources(100, 128, 256),
      command: ['/fluent-bit/bin/fluent-bit'],
      args: [`--config=${CONFIG_FOLDER}/${CONFIG_FILE}`],
      envVariables: podVariables(subject, props),
      ports: declaredMetrics(props.metrics ? httpPort : undefined),
      startup: StartupGate.httpGet('/', httpPort, gateOptions(props)),
    });
    this.path = path;
    this._listensOn({ port: httpPort, property: "'httpPort'" });
    this.volume = sharedVolume(this, 'files', props.sizeLimit);
    this.container.mount(path, this.volume, { readOnly: true });
    this.shareVolume(this.volume, { path, container: props.container ?? undefined });
    mountEmptyDir(this, FLUENT_BIT_STATE_FOLDER, 'state');
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, toYaml(config));
    const seconds = lastReadSeconds(this._attached.runsToCompletion, this._attached.kubernetes, props);
    if (seconds > 0) {
      // A sleep of the kubelet, because the image has no command that can sleep.
      this.addOverlay({ lifecycle: { preStop: { sleep: { seconds } } } });
    }
  }

  /** @internal */
  protected _connection(): Connection {
    return { mount: { volume: this.volume, path: this.path } };
  }
}

function configOf(subject: string, path: string, httpPort: number, budget: FluentBitBudget, props: FluentBitProps): ConfigMapping {
  const typed = fluentBitConfig({
    httpPort,
    budget,
    bufferMebibytes: (props.bufferSize ?? Size.mebibytes(100)).toMebibytes(),
    maxRetrySeconds: props.maxRetryInterval ? wholeSeconds(props.maxRetryInterval) : MAX_RETRY_SECONDS,
    logLevel: props.logLevel ?? undefined,
    canTruncate: understands(FLUENT_BIT, props, FLUENT_BIT_TRUNCATION),
    multilineParsers: props.multilineParsers ?? [],
    inputs: inputParts(subject, path, props.inputs ?? [{}]),
    filters: [...podFieldsFilter(subject, props), ...filterParts(subject, props.filters ?? [])],
    outputs: outputParts(subject, props.outputs, budget),
  });
  return mergeConfig(wording`'config' of ${subject}`, typed, props.config, FLUENT_BIT_FIXED, true);
}

/** In a Job, the hook starts when the work is complete. Elsewhere it runs while the app still stops, so it would be useless. */
function lastReadSeconds(isJob: boolean, kubernetes: KubernetesVersion, props: FluentBitProps): number {
  if (props.lastRead) {
    return wholeSeconds(props.lastRead);
  }
  return isJob && kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP) ? FLUENT_BIT_LAST_READ_SECONDS : 0;
}
