import { Finding, Severity } from './finding';
import { finding, quoted } from './rule';

const RULE = {
  id: 'NS604',
  name: 'name-clash',
  severity: Severity.ERROR,
  title: 'Containers and volumes of a pod need names of their own',
};

/** The finding about two containers of one name. */
export function duplicateContainer(name: string): Finding {
  return finding(RULE, {
    container: name,
    message: `two containers of the pod are called '${name}'`,
    fix: "give one of them another 'name'",
  });
}

/** The finding about two different volumes of one name. */
export function volumeClash(volume: string, bringer: string): Finding {
  return finding(RULE, {
    container: bringer,
    message: `'${bringer}' brings a volume '${volume}', but the pod has another one of that name`,
    fix: 'give the volume another name, or mount the one that is there with mountExisting',
  });
}

/** The finding about a volume that a sidecar mounts by name and that is not there. */
export function unknownVolume(volume: string, user: string, known: readonly string[]): Finding {
  return finding(RULE, {
    container: user,
    message: `'${user}' mounts the volume '${volume}', which the pod does not have`,
    fix: known.length > 0 ? `mount one of ${quoted(known)}, or bring the volume` : 'bring the volume',
  });
}

/** The finding about a container that a sidecar brings a volume or a variable for and that is not there. */
export function unknownContainer(wanted: string, sidecar: string, known: readonly string[]): Finding {
  return finding(RULE, {
    container: sidecar,
    message: `'${sidecar}' brings something for '${wanted}', which is no main container of the pod`,
    fix: `name one of ${quoted(known)}`,
  });
}
