import { checkProps, checkValue, required, TEXT } from '../data/arguments';

/** Options for a rendered file. */
export interface VaultTemplateOptions {
  /**
   * The mode of the file, in octal. The app usually runs as a different user than Vault Agent.
   * @default '0644'
   */
  readonly permissions?: string;
}

/**
 * A file that Vault Agent renders, and updates when its secrets change.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent/template
 */
export class VaultTemplate {
  /**
   * Renders one field of a secret as the whole content of a file, without a trailing newline.
   *
   * If the secret does not have the field, the file stays empty and the app keeps waiting.
   *
   * @param destination the file below the shared directory, for example `db-password`
   * @param path the path of the secret in Vault, for example `kv/data/shop`
   * @param field the field, for example `password`
   */
  public static field(destination: string, path: string, field: string, options: VaultTemplateOptions = {}): VaultTemplate {
    checkValue(`the path of the secret for '${destination}'`, path, required(TEXT, "'kv/data/shop'"));
    checkValue(`the field of the secret for '${destination}'`, field, required(TEXT, "'password'"));
    // Version 2 of the key-value engine nests the fields in `data`.
    const contents = `{{ with secret ${JSON.stringify(path)} }}{{ $fields := or (index .Data "data") .Data }}`
      + `{{ with index $fields ${JSON.stringify(field)} }}{{ . }}{{ end }}{{ end }}`;
    return new VaultTemplate(destination, contents, options);
  }

  /**
   * Renders a template of Vault Agent.
   * @param destination the file below the shared directory, for example `db.env`
   * @param contents the template, in the syntax of Consul Template
   */
  public static text(destination: string, contents: string, options: VaultTemplateOptions = {}): VaultTemplate {
    return new VaultTemplate(destination, contents, options);
  }

  /** The file below the shared directory. */
  public readonly destination: string;

  private readonly contents: string;
  private readonly permissions: string;

  private constructor(destination: string, contents: string, options: VaultTemplateOptions) {
    checkValue('the destination of a Vault template', destination, required(TEXT, "'db-password'"));
    checkValue(`the contents of the Vault template for '${destination}'`, contents, required(TEXT));
    checkProps(`the Vault template for '${destination}'`, options, { permissions: TEXT });
    this.destination = destination;
    this.contents = contents;
    this.permissions = options.permissions ?? '0644';
    if (contents.trim() === '') {
      throw new Error(`the template for '${destination}' is empty: set its contents, for example {{ with secret "kv/data/shop" }}{{ .Data.data.password }}{{ end }}`);
    }
    if (!/^0?[0-7]{3}$/.test(this.permissions)) {
      throw new Error(`the template for '${destination}' has the mode '${this.permissions}', which is not octal: set it, for example, to 0640`);
    }
  }

  /**
   * The path of the rendered file.
   * @internal
   */
  public _path(subject: string, folder: string): string {
    const name = this.destination.startsWith(`${folder}/`) ? this.destination.slice(folder.length + 1) : this.destination;
    if (name === '' || name.startsWith('/') || name.endsWith('/') || name.split('/').includes('..')) {
      throw new Error(`${subject} cannot render to '${this.destination}': set a file below '${folder}', for example db-password`);
    }
    return `${folder}/${name}`;
  }

  /**
   * Renders the template for the configuration of Vault Agent.
   * @internal
   */
  public _render(path: string): object {
    return { destination: path, contents: this.contents, perms: this.permissions, error_on_missing_key: true };
  }
}
