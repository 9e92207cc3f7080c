import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { FluentBitFormat, FluentBitInput, FluentBitOutput, FluentBitParser } from './fluent-bit-pipeline';
import { PresetProps } from './preset-props';
import { Kinds, DURATION, FLAG, NUMBER, oneOf, required, SIZE, structOf, structsOf, TEXT, TEXT_MAPPING, requiredElsewhere } from '../data/arguments';
import { Connectable } from './private/connectable';
import { FLUENT_BIT_STATE_FOLDER, fluentBitConfig, InputPart, OutputPart, ParserPart } from './private/fluent-bit-config';
import { checkFolder } from './private/folder';
import { mountConfigFile, mountEmptyDir, sharedVolume, shutdownSeconds } from './private/parts';
import { checkPreset, PRESET_KINDS, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { toYaml } from './private/yaml';
import { FLUENT_BIT, FLUENT_BIT_HTTP_PORT, FLUENT_BIT_LAST_READ_SECONDS } from '../knowledge/programs/fluent-bit';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/fluent-bit/etc/conf';
const CONFIG_FILE = 'fluent-bit.yaml';

/** Properties of a `FluentBit`. */
export interface FluentBitProps extends PresetProps {
  /** The destinations of the records, at least one. */
  readonly outputs: FluentBitOutput[];
  /**
   * The log files to read.
   * @default - all files that match `*.log`, without a parser
   */
  readonly inputs?: FluentBitInput[];
  /**
   * The directory to which the app writes its logs. The app and the sidecar mount a volume there.
   * @default '/var/log/app'
   */
  readonly path?: string;
  /**
   * The name of the main container that writes logs. `connect` adds other containers.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * How long Fluent Bit keeps reading after the app has exited. Lines that it has not read by then are lost.
   * @default - 2 seconds in a Job that targets Kubernetes 1.30 or newer, otherwise zero
   */
  readonly lastRead?: Duration;
  /**
   * The size of the disk buffer for each output. When it is full, Fluent Bit drops the oldest records.
   * @default Size.mebibytes(100)
   */
  readonly bufferSize?: Size;
  /**
   * The maximum size of all files in the log directory. If they grow beyond it, the kubelet evicts the pod before they fill the disk of the node, so the app should
   * rotate its files.
   * @default Size.gibibytes(1)
   */
  readonly sizeLimit?: Size;
  /**
   * The port of the HTTP server of Fluent Bit, which the startup gate checks.
   * @default 2020
   */
  readonly httpPort?: number;
}

/** What its properties must be. */
const KINDS: Kinds<FluentBitProps> = {
  ...PRESET_KINDS,
  outputs: requiredElsewhere(structsOf<FluentBitOutput>({ plugin: required(TEXT), match: TEXT, options: TEXT_MAPPING }, "a list of outputs, for example [{ plugin: 'stdout' }]")),
  inputs: structsOf<FluentBitInput>({
    files: TEXT,
    tag: TEXT,
    options: TEXT_MAPPING,
    parser: structOf<FluentBitParser>({
      format: required(oneOf(FluentBitFormat)), regex: TEXT, timeKey: TEXT, timeFormat: TEXT, timeKeep: FLAG,
    }, 'a parser, for example { format: FluentBitFormat.JSON }'),
  }, "a list of inputs, for example [{ files: '*.log' }]"),
  path: TEXT,
  container: TEXT,
  lastRead: DURATION,
  bufferSize: SIZE,
  sizeLimit: SIZE,
  httpPort: NUMBER,
};

/**
 * Fluent Bit, which reads the log files of the app from a shared directory and forwards them.
 *
 * It finds a new file within a second and stops after the app. In a Job, it keeps reading for a short time after the work is complete, so that the last line of even
 * the shortest Job arrives. When a pod is *deleted*, it does not: lines that the app writes while it exits can get lost. The files must be readable by other users,
 * which is the default.
 *
 * `connect` mounts the log directory in another container, so that it can write logs too.
 *
 * @see https://docs.fluentbit.io/manual/pipeline/inputs/tail
 */
export class FluentBit extends Connectable {
  /** The directory to which the app writes its logs. */
  public readonly path: string;
  /** The emptyDir volume with the logs. */
  public readonly volume: kplus.Volume;

  constructor(scope: Construct, id: string, props: FluentBitProps) {
    checkPreset(scope, id, props, KINDS);
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
  const duplicate = parts.find(({ tag }, index) => parts.findIndex(other => other.tag === tag) !== index);
  if (duplicate) {
    throw new Error(`${subject} has two inputs with the tag '${duplicate.tag}': set a unique 'tag' for each input`);
  }
  return parts;
}

function parserPart(subject: string, parser: FluentBitParser): ParserPart {
  if (parser.format === FluentBitFormat.REGEX && !parser.regex) {
    throw new Error(`${subject} has a parser with the format 'regex' but no expression: set 'regex', for example ^(?<time>[^ ]+) (?<message>.*)$`);
  }
  return { format: parser.format, regex: parser.regex, time_key: parser.timeKey, time_format: parser.timeFormat, time_keep: parser.timeKeep };
}

function outputParts(subject: string, outputs: readonly FluentBitOutput[] | undefined): OutputPart[] {
  if (!outputs || outputs.length === 0) {
    throw new Error(`${subject} has no outputs, so it would drop all logs: set 'outputs', for example [{ plugin: 'stdout' }]`);
  }
  return outputs.map(({ plugin, match, options }) => ({ plugin: checkPlugin(subject, plugin), match: match ?? '*', options: options ?? {} }));
}

function checkPlugin(subject: string, plugin: string): string {
  if (!/^[a-z][a-z0-9_-]*$/.test(plugin)) {
    throw new Error(`${subject} has the output plugin '${plugin}', which is not a valid name: set the name of an output plugin, for example loki`);
  }
  return plugin;
}

function checkTag(subject: string, tag: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(tag)) {
    throw new Error(`the tag '${tag}' of ${subject} is not valid: use letters, digits, dots and dashes, for example app.access`);
  }
  return tag;
}

function checkFiles(subject: string, folder: string, files: string): string {
  if (files === '' || files.startsWith('/') || files.split('/').includes('..')) {
    throw new Error(`${subject} cannot read '${files}', which is not below the shared directory '${folder}': set a path below it, for example *.log`);
  }
  return files;
}
