import { KnownProgram } from './program';

/**
 * The receive daemon of GPUDirect-TCPX and GPUDirect-TCPXO: the library of the work cannot send between GPUs without it, and it never exits by itself.
 *
 * That of TCPXO writes a file when it is up, if a variable names one.
 *
 * @see https://github.com/GoogleCloudPlatform/container-engine-accelerators/blob/master/gpudirect-tcpxo/best-practice.md
 */
export const GPUDIRECT_DAEMON: KnownProgram = {
  name: 'GPUDirect receive daemon',
  repositories: /(^|\/)tcpgpudmarxd(-dev)?$/,
  onlySidecar: true,
  direction: 'outbound',
  startup: run => {
    const file = run.variable('HEALTH_CHECK_LOG_FILE');
    return /gpudirect-tcpxo\//.test(run.repository) && file !== undefined && /^\/.*[^/]$/.test(file) ? { handler: { exec: { command: ['cat', file] } } } : 'the manifest does not show a file that it writes when it is up';
  },
};
