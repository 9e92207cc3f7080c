/** What a document or a file is that is no broken manifest, but no manifest at all. */
export type Foreign = 'JSON patch' | 'encrypted or binary file' | 'template' | 'file of another program' | 'other file';

/** A key that only an object of Kubernetes has at its top. */
const CLAIM = /^(?:\ufeff|\u00ff\u00fe|\u00fe\u00ff)?(?:apiVersion|kind)["']?[ \t]*:|["']apiVersion["'][ \t]*:/m;

/** The first words of files that git-crypt, Ansible Vault, age and GnuPG encrypt as a whole. */
const ENCRYPTED = /^\s*(?:\0GITCRYPT\0|\$ANSIBLE_VAULT;|-----BEGIN (?:AGE ENCRYPTED FILE|PGP MESSAGE)-----)/;

/** What a text is that cannot be read as a manifest; undefined if it claims to be one. */
export function foreignText(text: string): Foreign | undefined {
  return ENCRYPTED.test(text) ? 'encrypted or binary file' : CLAIM.test(text) ? undefined : 'other file';
}
