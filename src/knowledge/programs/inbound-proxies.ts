import { addressOf, isLoopback, loopbackPorts } from './address';
import { haproxyPassesOn } from './haproxy-routes';
import { isOfficial } from './official-image';
import { gateSince, httpGate, KnownProgram } from './program';
import { TAILSCALE } from './tailscale';
import { flaggedUpstreams, haproxyForwardsOut, haproxyUpstreams } from './upstreams';

/** Programs through which the world calls the app. */
export const INBOUND_PROXIES: readonly KnownProgram[] = [
  {
    name: 'HAProxy',
    repositories: /(^|\/)haproxy(-alpine|-debian|-ubuntu)?$/,
    onlySidecar: false,
    direction: 'inbound',
    upstreams: haproxyUpstreams,
    passesOn: haproxyPassesOn,
    forwardsOut: haproxyForwardsOut,
    startup: () => 'its health check may depend on the app',
    imageUser: run => isOfficial(run, 'haproxy') && run.atLeast(2, 4) ? { name: 'haproxy', id: 99 } : undefined,
    // The image's own entrypoint adds -W, and its own stop signal is SIGUSR1; neither counts where the command is another one.
    ignoresSigterm: run => run.source.words.some(word => /(^|\/)haproxy$/.test(word)) && run.source.hasCommand && !run.source.inScript
      && run.hasWord('-db') && !run.source.words.some(word => /^-W/.test(word)) ? 'haproxy without -W' : undefined,
  },
  {
    name: 'OpenShift OAuth proxy',
    repositories: /(^|\/)((ose-|origin-)?oauth-proxy(-rhel\d)?)$/,
    onlySidecar: true,
    direction: 'inbound',
    guards: true,
    upstreams: run => flaggedUpstreams(run, 'upstream'),
    startup: run => {
      const address = addressOf(run.flag('https-address') ?? ':8443');
      const prefix = run.flag('proxy-prefix') ?? '/oauth';
      return address && !isLoopback(address.host) && /^\/[\w/-]+$/.test(prefix) ? httpGate(`${prefix}/healthz`, address.port, [], 'HTTPS') : 'the manifest does not show that it listens where the kubelet can reach it';
    },
    loopback: run => loopbackPorts(addressOf(run.flag('https-address')), addressOf(run.flag('http-address') ?? '127.0.0.1:4180')),
  },
  {
    // It asks browsers for proof of work before it lets them through to its target.
    name: 'Anubis',
    repositories: /(^|\/)anubis$/,
    onlySidecar: true,
    direction: 'inbound',
    guards: true,
    upstreams: run => loopbackPorts(addressOf(run.setting('target', 'TARGET')?.replace(/^https?:\/\//, ''))),
  },
  {
    name: 'Extensible Service Proxy',
    repositories: /(^|\/)endpoints-runtime(-serverless)?$/,
    onlySidecar: true,
    direction: 'inbound',
    upstreams: run => [...flaggedUpstreams(run, 'backend'), ...flaggedUpstreams(run, 'a')],
  },
  {
    name: 'cloudflared',
    repositories: /(^|\/)cloudflared$/,
    once: { words: /^tunnel (?!run )(\S+ )?(cleanup|create|delete|diag|info|ingress|list|login|ready|route|token|vnet)\b|^access (curl|login|ssh-config|ssh-gen|token)\b|^(service|update)\b/ },
    onlySidecar: true,
    direction: 'outbound',
    servesBothWays: true,
    // Beside its tunnel, `proxy-dns` and `access` serve the app.
    way: run => /^(access|proxy-dns)$/.test(run.source.words.find(word => /^(access|proxy-dns|tunnel|run)$/.test(word)) ?? '') ? 'outbound' : 'inbound',
    // Read in the source of 2019.11.0 and 2019.11.1.
    startup: gateSince([2019, 11, 1], run => {
      const metrics = addressOf(run.setting('metrics', 'TUNNEL_METRICS'));
      return metrics && !isLoopback(metrics.host) ? httpGate('/healthcheck', metrics.port) : 'the manifest does not show a fixed port for its health server';
    }),
    loopback: run => loopbackPorts(addressOf(run.setting('metrics', 'TUNNEL_METRICS'))),
    waitsFor: (_run, path) => path === '/ready' ? { of: 'world', instead: '/healthcheck' } : undefined,
    shellLess: run => /(^|\/)cloudflare\/cloudflared$/.test(run.repository),
    drain: run => {
      const given = run.setting('grace-period', 'TUNNEL_GRACE_PERIOD') ?? '30s';
      const seconds = Number(/^(\d+)s$/.exec(given)?.[1]);
      return seconds > 0 ? { seconds, flag: '--grace-period' } : undefined;
    },
  },
  TAILSCALE,
];
