import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { PodContainer } from '../lifecycle/pod';

export const gateNeedsApp: Rule = {
  id: 'NS104',
  name: 'gate-needs-app',
  severity: Severity.ERROR,
  title: 'A startup probe that asks the app never passes, because the app waits for it',
  check: ({ pod }: RuleContext): Offence[] => pod.sidecars.flatMap(sidecar => {
    const port = probedPort(sidecar);
    const owner = port === undefined || declares(sidecar, port) ? undefined : pod.mains.find(main => declares(main, port));
    return owner ? [{
      container: sidecar.name,
      message: `the gate of sidecar '${sidecar.name}' asks port ${port}, which belongs to '${owner.name}', and '${owner.name}' only starts once the gate is open: neither ever starts`,
      fix: `ask a port of '${sidecar.name}' itself`,
    }] : [];
  }),
};

function probedPort(container: PodContainer): number | undefined {
  const probe = container.spec.startupProbe ?? {};
  const port: unknown = probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port;
  return typeof port === 'number' ? port : undefined;
}

function declares(container: PodContainer, port: number): boolean {
  const ports: unknown = container.spec.ports;
  return Array.isArray(ports) && ports.some(declared => declared?.containerPort === port);
}
