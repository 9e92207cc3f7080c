import { KnownProgram } from './program';

/** Containers that call the CSI driver of their pod: parts of the driver, which must not be moved. */
export const CSI_HELPERS: readonly KnownProgram[] = [
  {
    name: 'CSI helper',
    repositories: /(^|\/)(csi-(provisioner|attacher|resizer|snapshotter|node-driver-registrar|external-health-monitor-(controller|agent)|snapshot-validation-webhook)|external-(provisioner|attacher|resizer|snapshotter|health-monitor))$/,
    onlySidecar: false,
    direction: 'csi',
  },
  { name: 'CSI liveness probe', repositories: /(^|\/)(csi-)?livenessprobe$/, onlySidecar: false, direction: 'csi' },
  { name: 'CSI node driver registrar', repositories: /(^|\/)(node-)?driver-registrar$/, onlySidecar: false, direction: 'csi' },
  { name: 'CSI volume data source validator', repositories: /(^|\/)(volume-data-source-validator|volume-modifier-for-k8s|csi-volume-modifier)$/, onlySidecar: false, direction: 'csi' },
];
