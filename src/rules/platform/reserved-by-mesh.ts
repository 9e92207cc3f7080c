import { PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { Offence, ownContainers, Rule, RuleContext } from '../engine/rule';

export const reservedByMesh: Rule = {
  id: 'NS605',
  name: 'reserved-by-mesh',
  severity: Severity.ERROR,
  title: 'Names, ports and users of the mesh are not free for the pod’s own containers',
  why: 'A mesh knows its own containers by their names, its proxy by its ports, and the traffic of its proxy by the user that the proxy runs as. A container of yours that has one of them '
    + 'is taken for the proxy: the injector passes by the pod, the port is taken, or the traffic leaves in plain text.',
  fix: 'Use another name, another port, or another user.',
  example: {
    wrong: `metadata:
  labels: { sidecar.istio.io/inject: "true" }
spec:
  containers:
  - name: web
    image: ghcr.io/acme/web:1.4.2
    ports: [{ containerPort: 15021 }]`,
    right: `metadata:
  labels: { sidecar.istio.io/inject: "true" }
spec:
  containers:
  - name: web
    image: ghcr.io/acme/web:1.4.2
    ports: [{ containerPort: 8080 }]`,
  },
  since: '0.1.0',
  needs: 'mesh',
  check: (context: RuleContext): Offence[] => {
    const { mesh, pod } = context;
    return mesh === undefined ? [] : ownContainers(context).flatMap(container => [
      ...names(mesh.name, mesh.reserved.containerNames, container),
      ...ports(mesh.name, mesh.reserved.ports, container),
      ...users(mesh.name, mesh.reserved.users, container, pod.spec.securityContext?.runAsUser),
    ]);
  },
};

function names(mesh: string, reserved: readonly string[], { name }: PodContainer): Offence[] {
  return reserved.includes(name) ? [{
    container: name,
    message: `'${name}' is a name that ${mesh} gives its own containers, so it passes by this pod or takes one for the other`,
    fix: 'choose another name',
  }] : [];
}

function ports(mesh: string, reserved: readonly number[], { name, spec }: PodContainer): Offence[] {
  const declared: number[] = (Array.isArray(spec.ports) ? spec.ports : []).map((port: any) => port?.containerPort);
  return declared.filter(port => reserved.includes(port)).map(port => ({
    container: name,
    message: `'${name}' listens on port ${port}, on which ${mesh}'s proxy listens`,
    fix: 'choose another port',
  }));
}

function users(mesh: string, reserved: readonly number[], { name, spec }: PodContainer, podUser: unknown): Offence[] {
  const user: unknown = spec.securityContext?.runAsUser ?? podUser;
  return typeof user === 'number' && reserved.includes(user) ? [{
    container: name,
    message: `'${name}' runs as user ${user}, whose traffic ${mesh} takes for that of its own proxy: it passes by the mesh in plain text`,
    fix: 'run it as another user',
  }] : [];
}
