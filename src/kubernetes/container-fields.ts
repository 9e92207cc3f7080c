/** The fields of a container in the Kubernetes API, up to 1.37. */
export const CONTAINER_FIELDS: readonly string[] = [
  'args', 'command', 'env', 'envFrom', 'image', 'imagePullPolicy', 'lifecycle', 'livenessProbe', 'name', 'ports', 'readinessProbe', 'resizePolicy', 'resources',
  'restartPolicy', 'restartPolicyRules', 'securityContext', 'startupProbe', 'stdin', 'stdinOnce', 'terminationMessagePath', 'terminationMessagePolicy', 'tty',
  'volumeDevices', 'volumeMounts', 'workingDir',
];
