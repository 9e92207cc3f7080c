import { bypasses } from '../../recognition/bypasses';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const serviceBypassesProxy: Rule = {
  id: 'NS615',
  name: 'service-bypasses-proxy',
  severity: Severity.ERROR,
  title: 'A Service that targets the port of the app bypasses the proxy in front of it',
  why: 'A proxy such as OAuth2 Proxy forwards requests to the app on loopback. A Service that targets the port of the app sends requests past the proxy: without a login if the app listens on all addresses, '
    + 'or nowhere if it listens on loopback only.',
  fix: 'Set targetPort of the Service to the port of the proxy, and let the app listen on 127.0.0.1. With constructs, call receiveFrom(service) of the proxy.',
  example: {
    wrong: `kind: Service
spec:
  selector: { app: web }
  ports: [{ port: 80, targetPort: 8080 }]
---
kind: Deployment
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
      - name: login
        restartPolicy: Always
        image: quay.io/oauth2-proxy/oauth2-proxy:v7.15.3
        args: [--http-address=0.0.0.0:4180, --upstream=http://127.0.0.1:8080/]
        ports: [{ containerPort: 4180 }]`,
    right: `kind: Service
spec:
  selector: { app: web }
  ports: [{ port: 80, targetPort: 4180 }]
---
kind: Deployment
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
      - name: login
        restartPolicy: Always
        image: quay.io/oauth2-proxy/oauth2-proxy:v7.15.3
        args: [--http-address=0.0.0.0:4180, --upstream=http://127.0.0.1:8080/]
        ports: [{ containerPort: 4180 }]`,
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => bypasses(recognition).map(bypass => {
    const { service, port, appPort, proxy, proxyPort, isGuard, hasOtherWay } = bypass;
    return {
      container: proxy.name,
      at: atContainer(pod, proxy),
      changes: recognition.surroundings.services(pod).find(one => one.metadata?.name === service),
      severity: isGuard && !hasOtherWay ? Severity.ERROR : Severity.WARNING,
      message: `port ${port} of the Service '${service}' targets port ${appPort} of the app, so its requests bypass '${proxy.name}'`
        + (isGuard ? ', which decides who may call the app' : ''),
      fix: `set its targetPort to ${proxyPort ?? `the port of '${proxy.name}'`}${isGuard && hasOtherWay ? ', or allow only trusted callers with a NetworkPolicy' : ''}`,
    };
  }),
};
