import { Program } from './program';
import { Since } from './since';

/** The file of a template. */
const DESTINATION = /^[ \t]*"?destination"?\s*[=:]\s*"([^"]+)"/m;

/** What a template renders only under a condition, so that its file may be empty. */
const CONDITION = /\{\{-?\s{0,9}(if|range)\b/;

/**
 * Vault Agent, which logs in to Vault and renders secrets into files.
 *
 * It has no health server, and its listener opens before it is logged in: only a rendered file tells that it is up. The image's user is a name, its entrypoint
 * changes owners and capabilities, and it needs a writable home. It ends at once on SIGTERM and revokes nothing.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
 */
export const VAULT_AGENT: Program = {
  name: 'Vault Agent',
  image: 'docker.io/hashicorp/vault:2.0.4',
  repositories: /(^|\/)(vault(-enterprise)?|openbao)$/,
  user: 100,
  binary: /^(vault|agent)$/,
  command: /^(vault|bao)$/,
  subcommand: /^agent$/,
  // The same image is the Vault server, and its client.
  onlySidecar: false,
  standsAlone: run => !run.hasWord('agent') && !run.hasWord('proxy'),
  direction: 'content',
  // With a program to run it is the app itself, and ends with it.
  once: { flag: /^--?exec[= ]/, file: /^[ \t]*"?exit_after_auth"?[ \t]*[=:][ \t]*"?true\b|^exec[ \t]*\{/m },
  gate: 'exec test -s on the rendered files',
  shutdownSeconds: 2,
  stopSeconds: () => 2,
  startup: run => {
    const text = run.hasWord('agent') ? run.fileWith(DESTINATION) : undefined;
    const file = text && DESTINATION.exec(text)?.[1];
    // It puts a rendered file in its place as a whole.
    const test = run.fileWith(CONDITION) === undefined ? '-s' : '-e';
    return file ? { handler: { exec: { command: ['test', test, file] } } } : 'only a file that it renders shows that it is up, and the manifest does not show which one';
  },
  imageUser: run => /(^|\/)hashicorp\/vault(-enterprise)?$/.test(run.repository) ? { name: 'vault', id: 100 } : undefined,
};

/** Read in the release notes of Vault 1.8, not tried. */
export const VAULT_RENDER_INTERVAL: Since = { version: [1, 8], what: 'the setting static_secret_render_interval' };

/** Read in the source of 1.10 and 1.11. */
export const VAULT_MIN_BACKOFF: Since = { version: [1, 11], what: 'the setting min_backoff' };

/** Read in the release notes of Vault 1.7. */
export const VAULT_MAX_BACKOFF: Since = { version: [1, 7], what: 'the setting max_backoff' };

/** Read in the source of 1.12 and 1.13. */
export const VAULT_API_PROXY: Since = { version: [1, 13], what: 'the block api_proxy' };
