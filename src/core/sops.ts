import { isObject } from '../data/json';
import { pushAll } from '../data/push-all';
import { ManifestDocument } from '../yaml/parse';

/** How SOPS writes a value. */
const VALUE = 'ENC[AES256_GCM,';

/** Whether SOPS encrypts values of a document. Its checksum is over all of them, so after any change SOPS refuses to decrypt it. */
export function isSopsDocument({ value, text }: Pick<ManifestDocument, 'value' | 'text'>): boolean {
  const { sops } = value;
  return (isObject(sops) && typeof sops.mac === 'string') || (text.includes(VALUE) && hasEncryptedValue(value));
}

function hasEncryptedValue(root: unknown): boolean {
  const seen = new Set<unknown>();
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.startsWith(VALUE) && value.endsWith(']')) {
      return true;
    }
    if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      pushAll(waiting, Object.values(value));
    }
  }
  return false;
}
