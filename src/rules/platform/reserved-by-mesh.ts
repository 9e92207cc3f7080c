import { MeshContext } from '../../knowledge/meshes/prediction';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer, atItem, atPodSpec } from '../engine/place';
import { eachMesh, ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const reservedByMesh: Rule = {
  id: 'NS605',
  name: 'reserved-by-mesh',
  severity: Severity.ERROR,
  title: 'Containers must not use the names, ports or user of the mesh proxy',
  why: 'A mesh identifies its containers by name, and the traffic of its proxy by user ID. If your container uses one of them, the injector skips the pod, the port is taken, '
    + 'or the traffic leaves the pod in plaintext.',
  fix: 'Use another name, port, or user.',
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
  check: (context: RuleContext): RuleOffense[] => eachMesh(context).flatMap(mesh => ownContainers(context).flatMap(container => [
    ...names(context.pod, mesh, container),
    ...ports(context.pod, mesh, container),
    ...users(context.pod, mesh, container),
  ])),
};

function names(pod: PodModel, { name: mesh, reserved }: MeshContext, { name }: PodContainer): RuleOffense[] {
  return reserved.containerNames.includes(name) ? [{
    container: name,
    at: atContainer(pod, name, 'name'),
    message: `'${name}' is the name of a container of ${mesh}, so the injector skips this pod or confuses the two`,
    fix: 'choose another name',
  }] : [];
}

function ports(pod: PodModel, { name: mesh, reserved }: MeshContext, container: PodContainer): RuleOffense[] {
  const { name, spec } = container;
  const declared: number[] = (Array.isArray(spec.ports) ? spec.ports : []).map((port: any) => port?.containerPort);
  return declared.filter(port => reserved.ports.includes(port)).map(port => ({
    container: name,
    at: atItem(pod, container, 'ports', one => one.containerPort === port, 'containerPort'),
    message: `'${name}' listens on port ${port}, which the proxy of ${mesh} uses`,
    fix: 'choose another port',
  }));
}

function users(pod: PodModel, { name: mesh, reserved }: MeshContext, { name, spec }: PodContainer): RuleOffense[] {
  const own: unknown = spec.securityContext?.runAsUser;
  const user: unknown = own ?? pod.spec.securityContext?.runAsUser;
  return typeof user === 'number' && reserved.users.includes(user) ? [{
    container: name,
    at: own === undefined || own === null ? atPodSpec(pod, 'securityContext', 'runAsUser') : atContainer(pod, name, 'securityContext', 'runAsUser'),
    message: `'${name}' runs as user ${user}, which is the user of the proxy of ${mesh}: its traffic bypasses the mesh in plaintext`,
    fix: 'run it as another user',
  }] : [];
}
