/** A Deployment such as people have: two sidecars, a migration, and an app that drains before it stops. */
export function typicalManifest(index: number): object {
  return deployment(`web-${index}`, [
    sidecar('proxy', 15021),
    sidecar('cache', 11211),
    { name: 'migrate', image: 'ghcr.io/acme/migrate:1.4.2' },
  ]);
}

/** A Deployment with many sidecars. */
export function crowdedManifest(sidecars: number): object {
  return deployment('crowded', Array.from({ length: sidecars }, (_, index) => sidecar(`sidecar-${index}`, 10_000 + index)));
}

function deployment(name: string, initContainers: object[]): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          terminationGracePeriodSeconds: 60 + 2 * initContainers.length,
          initContainers,
          containers: [{
            name: 'app',
            image: 'ghcr.io/acme/web:1.4.2',
            ports: [{ containerPort: 8080 }],
            lifecycle: { preStop: { sleep: { seconds: 5 } } },
          }],
        },
      },
    },
  };
}

function sidecar(name: string, port: number): object {
  return {
    name,
    image: 'ghcr.io/acme/sidecar:2.0.0',
    restartPolicy: 'Always',
    startupProbe: { tcpSocket: { port }, periodSeconds: 1, failureThreshold: 60 },
    resources: { requests: { cpu: '50m', memory: '64Mi' } },
  };
}
