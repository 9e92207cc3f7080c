import { refusal } from '../../caller/refusal';
import { Subject } from '../../data/wording';

const USER_INFO = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*):\/\/([^/?#\s@]+)@/i;
const SECRET_PARAMETER = /[?&#;][\w.-]*(?:token|secret|passw(?:or)?d|api[-_]?key|private[-_]?key)=(?!\$[({])[^&#;\s]/i;
/** A variable, which the kubelet or the program replaces. */
const VARIABLE = /^\$[({][^)}]+[)}]$/;

/** Whether a URL in a text has a password, a token as its user, or a parameter that is one. Variables in their place are fine. */
export function hasCredential(text: string): boolean {
  const [, scheme = '', userInfo = ''] = USER_INFO.exec(text) ?? [];
  const [user, password = ''] = userInfo.split(/:|%3a/i);
  const secret = password === '' && /^https?$/i.test(scheme) ? user : password;
  return (secret !== '' && !VARIABLE.test(secret)) || SECRET_PARAMETER.test(text);
}

/** Refuses a URL with a credential, without repeating it. */
export function checkNoCredential(where: Subject, text: string): void {
  if (hasCredential(text)) {
    throw refusal`${where} has a user or a secret in a URL, where everyone who can read the manifest sees it: remove it from the URL`;
  }
}

/** What a message may show of a text that can hold a secret: what stands before the first `=`. */
export function withoutSecret(text: string): string {
  return hasCredential(text) ? 'a URL with a secret' : /^[^=]*/.exec(text)![0];
}
