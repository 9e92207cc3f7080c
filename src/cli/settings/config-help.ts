import { DEFAULT_CONFIG } from './config-name';

/** A configuration with every key, for the help. */
export const CONFIG_SAMPLE = `\
  kubernetes: "1.34"            # the version of the oldest node
  featureGates: [ContainerStopSignals]
  mesh: istio@1.29              # like --mesh
  failOn: warning               # like --fail-on
  rules: { NS310: off }         # by id or name: error, warning, info, off
  sidecars:                     # your own sidecars, by image, by name of the container, or both
  - image: acme/*-proxy
    container: audit
    direction: outbound         # or inbound, content, shipper, after-main, observer, reloader
    name: audit proxy           # in messages
  workloads:                    # your own kinds of objects with pods
  - { kind: Pipeline, group: example.com, template: "spec.stages[*].template", runsToCompletion: true }
  exclude: [charts/]            # like --exclude
`;

/** What the help tells about the configuration. */
export const CONFIG_HELP = `\
The configuration is the file of --config, or ${DEFAULT_CONFIG} in the working directory.
Every key is optional:
${CONFIG_SAMPLE}`;
