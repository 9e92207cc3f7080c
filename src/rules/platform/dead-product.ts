import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { isSidecar } from '../has-sidecar';

/** The free images of Bitnami with a version are no longer in this registry. */
const BITNAMI = /^((docker\.io|registry-1\.docker\.io|index\.docker\.io)\/)?bitnami\//;

export const deadProduct: Rule = {
  id: 'NS611',
  name: 'dead-product',
  severity: Severity.INFO,
  title: 'Replace a sidecar that is no longer maintained',
  why: 'It gets no security fixes, and its images may disappear from their registry.',
  fix: 'Use its successor.',
  example: {
    wrong: `- name: agent
  image: jaegertracing/jaeger-agent:1.62.0`,
    right: `- name: agent
  image: otel/opentelemetry-collector:0.159.0`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).filter(container => isSidecar(context, container)).flatMap(container => {
    const dead = context.recognition.program(container)?.dead;
    if (dead) {
      return [{ container: container.name, at: atContainer(context.pod, container, 'image'), message: `'${container.name}' is no longer maintained: ${dead.since}`, fix: `use ${dead.successor}` }];
    }
    const { image } = container.spec;
    return typeof image === 'string' && image.includes('bitnami/') && BITNAMI.test(image) ? [{
      container: container.name,
      at: atContainer(context.pod, container, 'image'),
      message: `the image of '${container.name}' comes from bitnami on Docker Hub, which no longer offers free versioned images`,
      fix: 'use the official image of the program',
    }] : [];
  }),
};
