import { Duration } from 'cdk8s';
import { checkProps, checkValue, refusal } from '../caller/refusal';
import { DURATION, Kinds, required, TEXT, TEXTS } from '../data/arguments';
import { wording } from '../data/wording';
import { wholeSeconds } from '../sidecars/whole-seconds';

/** Options for a rendered file. */
export interface VaultTemplateOptions {
  /**
   * The mode of the file, in octal. The app usually runs as a different user than Vault Agent, so without `fileGroup` of the agent, all users must be able to read it.
   * @default - '0644', or '0640' with `fileGroup` of the agent
   */
  readonly permissions?: string;
  /**
   * A command that Vault Agent runs in its own container whenever it has written the file, without a shell.
   * @default - no command
   */
  readonly command?: string[];
  /**
   * How long the command may take.
   * @default Duration.seconds(30)
   */
  readonly commandTimeout?: Duration;
}

/** What the options must be. */
const OPTION_KINDS: Kinds<VaultTemplateOptions> = { permissions: TEXT, command: TEXTS, commandTimeout: DURATION };

/** How long the command of a template may take by default. */
const COMMAND_SECONDS = 30;

/**
 * A file that Vault Agent renders, and updates when its secrets change.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent/template
 */
export class VaultTemplate {
  /**
   * Renders one field of a secret as the whole content of a file, without a trailing newline.
   *
   * If the secret does not have the field, or the field is empty, Vault Agent logs that and exits; the kubelet restarts it with back-off and the app keeps waiting.
   *
   * @param destination the file below the shared directory, for example `db-password`
   * @param path the path of the secret in Vault, for example `kv/data/shop`
   * @param field the field, for example `password`
   * @param options the permissions of the file, and the command that runs when it changes
   */
  public static field(destination: string, path: string, field: string, options: VaultTemplateOptions = {}): VaultTemplate {
    checkValue('the destination of a Vault template', destination, required(TEXT, "'db-password'"));
    checkValue(`the path of the secret for '${destination}'`, path, required(TEXT, "'kv/data/shop'"));
    checkValue(`the field of the secret for '${destination}'`, field, required(TEXT, "'password'"));
    // Version 2 of the key-value engine nests the fields in `data`.
    const contents = `{{ with secret ${JSON.stringify(path)} }}{{ $fields := or (index .Data "data") .Data }}`
      // A template that does not exist is an error with its name in the log, in every version. `index` alone would render an empty file.
      + `{{ with index $fields ${JSON.stringify(field)} }}{{ . }}{{ else }}{{ template ${JSON.stringify(`the field '${field}' of ${path} is missing or empty`)} }}{{ end }}{{ end }}`;
    return new VaultTemplate(destination, contents, options);
  }

  /**
   * Renders a template of Vault Agent.
   * @param destination the file below the shared directory, for example `db.env`
   * @param contents the template, in the syntax of Consul Template
   * @param options the permissions of the file, and the command that runs when it changes
   */
  public static text(destination: string, contents: string, options: VaultTemplateOptions = {}): VaultTemplate {
    return new VaultTemplate(destination, contents, options);
  }

  /** The file below the shared directory. */
  public readonly destination: string;

  private readonly contents: string;
  private readonly options: VaultTemplateOptions;

  private constructor(destination: string, contents: string, options: VaultTemplateOptions) {
    checkValue('the destination of a Vault template', destination, required(TEXT, "'db-password'"));
    checkValue(`the contents of the Vault template for '${destination}'`, contents, required(TEXT));
    checkProps(`the Vault template for '${destination}'`, options, OPTION_KINDS);
    this.destination = destination;
    this.contents = contents;
    this.options = options;
    if (contents.trim() === '') {
      throw refusal`the template for '${destination}' is empty: set its contents, for example {{ with secret "kv/data/shop" }}{{ .Data.data.password }}{{ end }}`;
    }
    const { permissions, command, commandTimeout } = options;
    if (command?.length === 0 || commandTimeout && !command) {
      throw refusal`the template for '${destination}' has ${command ? 'an empty' : wording`a 'commandTimeout' but no`} command: set 'command', for example ['sh', '-c', 'kill -HUP 1']`;
    }
    if (permissions && !/^0?[0-7]{3}$/.test(permissions)) {
      throw refusal`the template for '${destination}' has the mode '${permissions}', which is not octal: set it, for example, to 0640`;
    }
  }

  /**
   * Renders the template for the configuration of Vault Agent.
   * @param mode the mode of files whose template does not set one
   * @internal
   */
  public _render(path: string, mode: string): { readonly [key: string]: any } {
    const { permissions, command, commandTimeout } = this.options;
    const timeout = `${commandTimeout ? wholeSeconds(commandTimeout) : COMMAND_SECONDS}s`;
    return {
      destination: path,
      contents: this.contents,
      perms: permissions ?? mode,
      error_on_missing_key: true,
      ...(command ? { exec: [{ command, timeout }] } : {}),
    };
  }
}
