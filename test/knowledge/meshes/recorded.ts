import * as fs from 'fs';
import * as path from 'path';
import * as yaml from 'js-yaml';

const FOLDER = path.join(__dirname, '..', '..', 'fixtures', 'injected');

/** Where a recorded file is: what went into an injector, or what came out. */
export function recordedFile(file: string): string {
  return path.join(FOLDER, file);
}

/** The pod's spec of a recorded file. */
export function recordedSpec(file: string): any {
  const manifest: any = yaml.loadAll(fs.readFileSync(recordedFile(file), 'utf8'))[0];
  return manifest.spec.template.spec;
}

/** What decides about a container's life, and who it is on the network. */
export function life(container: any): object {
  const { name, restartPolicy, startupProbe, readinessProbe, livenessProbe, lifecycle, ports, resources, securityContext } = container;
  const user = securityContext?.runAsUser;
  return { name, restartPolicy, startupProbe, readinessProbe, livenessProbe, lifecycle, ports, resources: resources ?? {}, user };
}

/** The lives of all containers of a pod, in their order, and what its stop may take. */
export function lives(spec: any): object {
  return { initContainers: spec.initContainers.map(life), containers: spec.containers.map(life), grace: spec.terminationGracePeriodSeconds };
}
