import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { follow, isObject, JsonObject } from '../lifecycle/manifest';
import { Pod, PodContainer } from '../lifecycle/pod';

export const gateNeedsApp: Rule = {
  id: 'NS104',
  name: 'gate-needs-app',
  severity: Severity.ERROR,
  title: 'A startup probe that asks the app never passes, because the app waits for it',
  // A port of the mesh that the app takes is for NS605 to judge.
  check: ({ pod, mesh }: RuleContext): Offence[] => pod.sidecars.filter(sidecar => !mesh?.injected.includes(sidecar.name)).flatMap(sidecar => {
    const port = probedPort(mesh ? asWritten(pod, sidecar) : sidecar.spec);
    const owner = port === undefined || declares(sidecar, port) ? undefined : pod.mains.find(main => declares(main, port));
    return owner ? [{
      container: sidecar.name,
      message: `the gate of sidecar '${sidecar.name}' asks port ${port}, which belongs to '${owner.name}', and '${owner.name}' only starts once the gate is open: neither ever starts`,
      fix: `ask a port of '${sidecar.name}' itself`,
    }] : [];
  }),
};

/** An injector may send the probe elsewhere, and it asks the same port in the end. */
function asWritten(pod: Pod, { name, spec }: PodContainer): JsonObject {
  const inits = follow(pod.manifest, [...pod.path.split('.'), 'initContainers']);
  return (Array.isArray(inits) ? inits : []).find(init => isObject(init) && init.name === name) ?? spec;
}

function probedPort(container: JsonObject): number | undefined {
  const probe = container.startupProbe ?? {};
  const port: unknown = probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port;
  return typeof port === 'number' ? port : undefined;
}

function declares(container: PodContainer, port: number): boolean {
  const ports: unknown = container.spec.ports;
  return Array.isArray(ports) && ports.some(declared => declared?.containerPort === port);
}
