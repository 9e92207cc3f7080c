import { KubernetesVersion } from './kubernetes-version';

/** What a user should know about a version that is newer than all known ones; undefined for a known one. */
export function noteOnNewerVersion(version: KubernetesVersion): string | undefined {
  return version.newerThanKnown && `Kubernetes ${version.newerThanKnown} is newer than the newest known version, so it is treated as ${version}`;
}
