/** The same Deployment with the proxy where it used to stand: beside the app. Nothing else differs. */
export function withOrdinaryProxy(manifest: any): any {
  const { initContainers: [{ restartPolicy: _, ...proxy }], containers, ...rest } = manifest.spec.template.spec;
  const spec = { ...rest, containers: [...containers, proxy] };
  return { ...manifest, spec: { ...manifest.spec, template: { ...manifest.spec.template, spec } } };
}
