import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { FluentBitFormat, FluentBitInput, FluentBitOutput, FluentBitParser } from './fluent-bit-pipeline';
import { PresetProps } from './preset-props';
import { FLUENT_BIT_STATE_FOLDER, fluentBitConfig, InputPart, OutputPart, ParserPart } from './private/fluent-bit-config';
import { checkFolder } from './private/folder';
import { mountConfigFile, mountEmptyDir, shutdownSeconds } from './private/parts';
import { checkPort, gateOptions, presetProps, resources } from './private/preset';
import { toYaml } from './private/yaml';
import { FLUENT_BIT, FLUENT_BIT_HTTP_PORT, FLUENT_BIT_LAST_READ_SECONDS } from '../knowledge/programs/fluent-bit';
import { KubernetesFeature } from '../kubernetes/features';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/fluent-bit/etc/conf';
const CONFIG_FILE = 'fluent-bit.yaml';

/** Which logs Fluent Bit reads, and where they go. */
export interface FluentBitProps extends PresetProps {
  /** Where records go, at least one. */
  readonly outputs: FluentBitOutput[];
  /**
   * The files that are read, and how.
   * @default - all files `*.log`, line by line
   */
  readonly inputs?: FluentBitInput[];
  /**
   * The folder that the app writes its logs to: a volume that both mount there.
   * @default '/var/log/app'
   */
  readonly path?: string;
  /**
   * The main container that writes logs. `addTo` and `addToContainer` let others write too.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * How long it goes on reading after the app has ended and before it is told to stop. What it has not read by then is lost.
   * @default - 2 seconds in a Job, if the target is Kubernetes 1.30 or newer, elsewhere zero
   */
  readonly lastRead?: Duration;
  /**
   * How much may wait on disk for each output. When it is full, the oldest is dropped.
   * @default Size.mebibytes(100)
   */
  readonly bufferSize?: Size;
  /**
   * The port of its own HTTP server, which the gate asks.
   * @default 2020
   */
  readonly httpPort?: number;
}

/**
 * Fluent Bit on a folder that it shares with the app: it reads the log files that the app writes there, and sends them on.
 *
 * It finds a new file within a second and stops after the app. In a Job it goes on reading for a moment after the work is done, so that the last line of even
 * the shortest Job arrives. When a pod is *deleted* there is no such moment: a burst that the app writes while it ends may be lost in part. The files must be
 * readable for others, as they are unless the app says otherwise.
 *
 * @see https://docs.fluentbit.io/manual/pipeline/inputs/tail
 */
export class FluentBit extends NativeSidecar {
  /** The folder that the app writes its logs to. */
  public readonly path: string;
  /** The volume behind it, which lives as long as the pod. */
  public readonly volume: kplus.Volume;

  constructor(scope: Construct, id: string, props: FluentBitProps) {
    const subject = `'${id}'`;
    const path = checkFolder(subject, props.path ?? '/var/log/app');
    const httpPort = checkPort(subject, props.httpPort ?? FLUENT_BIT_HTTP_PORT);
    const config = fluentBitConfig({
      httpPort,
      graceSeconds: shutdownSeconds(subject, FLUENT_BIT, props, 2) - 1,
      bufferMebibytes: (props.bufferSize ?? Size.mebibytes(100)).toMebibytes(),
      inputs: inputParts(subject, path, props.inputs ?? [{}]),
      outputs: outputParts(subject, props.outputs),
    });
    super(scope, id, {
      ...presetProps(FLUENT_BIT, props),
      resources: props.resources ?? resources(100, 128, 256),
      command: ['/fluent-bit/bin/fluent-bit'],
      args: [`--config=${CONFIG_FOLDER}/${CONFIG_FILE}`],
      startup: StartupGate.httpGet('/', httpPort, gateOptions(props)),
    });
    this.path = path;
    this._listensOn({ port: httpPort, movedBy: "'httpPort'" });
    this.volume = kplus.Volume.fromEmptyDir(this, 'volume-files', `${this.name}-files`);
    this.container.mount(path, this.volume, { readOnly: true });
    this.shareVolume(this.volume, { path, container: props.container ?? undefined });
    mountEmptyDir(this, FLUENT_BIT_STATE_FOLDER, 'state');
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, toYaml(config));
    const seconds = lastReadSeconds(this._attached.runsToCompletion, this._attached.kubernetes, props);
    if (seconds > 0) {
      // The kubelet itself sleeps: the image has no command that could.
      this.addOverlay({ lifecycle: { preStop: { sleep: { seconds } } } });
    }
  }

  /**
   * Lets a container of the app write logs, too: mounts the folder in it.
   * @param container a container of a cdk8s-plus-28 workload
   */
  public addTo(container: kplus.Container): void {
    container.mount(this.path, this.volume);
  }

  /**
   * Lets a container of the app write logs, too, by its name. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    this.shareVolume(this.volume, { path: this.path, container: name ?? undefined });
  }
}

/** In a Job, the hook starts when the work is complete. Elsewhere it runs while the app still stops, so it would be useless. */
function lastReadSeconds(isJob: boolean, kubernetes: KubernetesVersion, props: FluentBitProps): number {
  if (props.lastRead) {
    return wholeSeconds(props.lastRead);
  }
  return isJob && kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP) ? FLUENT_BIT_LAST_READ_SECONDS : 0;
}

function inputParts(subject: string, folder: string, inputs: readonly FluentBitInput[]): InputPart[] {
  const parts = inputs.map(({ files = '*.log', tag = 'app', parser, options }) => ({
    tag: checkTag(subject, tag),
    path: `${folder}/${checkFiles(subject, folder, files)}`,
    parser: parser && parserPart(subject, parser),
    options: options ?? {},
  }));
  const twice = parts.find(({ tag }, index) => parts.findIndex(other => other.tag === tag) !== index);
  if (twice) {
    throw new Error(`${subject} has two inputs with the tag '${twice.tag}': give each a 'tag' of its own`);
  }
  return parts;
}

function parserPart(subject: string, parser: FluentBitParser): ParserPart {
  if (parser.format === FluentBitFormat.REGEX && !parser.regex) {
    throw new Error(`${subject} has a parser of the format 'regex' without an expression: give it 'regex', for example ^(?<time>[^ ]+) (?<message>.*)$`);
  }
  return { format: parser.format, regex: parser.regex, time_key: parser.timeKey, time_format: parser.timeFormat, time_keep: parser.timeKeep };
}

function outputParts(subject: string, outputs: readonly FluentBitOutput[] | undefined): OutputPart[] {
  if (!outputs || outputs.length === 0) {
    throw new Error(`${subject} has no outputs, so what it reads goes nowhere: give at least one, for example { plugin: 'stdout' }`);
  }
  return outputs.map(({ plugin, match, options }) => ({ plugin: checkPlugin(subject, plugin), match: match ?? '*', options: options ?? {} }));
}

function checkPlugin(subject: string, plugin: string): string {
  if (!/^[a-z][a-z0-9_-]*$/.test(plugin)) {
    throw new Error(`${subject} cannot send to '${plugin}': give the name of an output plugin, for example loki`);
  }
  return plugin;
}

function checkTag(subject: string, tag: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(tag)) {
    throw new Error(`${subject} cannot use the tag '${tag}': give letters, digits, dots and dashes, for example app.access`);
  }
  return tag;
}

function checkFiles(subject: string, folder: string, files: string): string {
  if (files === '' || files.startsWith('/') || files.split('/').includes('..')) {
    throw new Error(`${subject} cannot read '${files}', which is not below the shared folder '${folder}': give a path within it, for example *.log`);
  }
  return files;
}
