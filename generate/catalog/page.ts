import { Testing } from 'cdk8s';
import { APP, Exhibit, gallery } from './gallery';
import { outagesTable } from './outages';
import { DRY_RUNS } from './recordings';
import { presetClasses, sampleSection } from './samples';
import { verification } from './verification';
import { fillPage, Page } from '../page';

/** docs/catalog.md: every preset, how it was verified, and how it is used. */
export function catalogPage(): Page {
  const exhibits = gallery();
  const text = fillPage('catalog.md', {
    presets: exhibits.map(row).join('\n'),
    samples: presetClasses(exhibits).map(sampleSection).join('\n').trimEnd(),
    outages: outagesTable(),
    versions: DRY_RUNS.map(({ kubernetes }) => kubernetes).join(' and '),
  });
  return { file: 'docs/catalog.md', text };
}

function row(exhibit: Exhibit): string {
  const { preset, program } = exhibit;
  const shutdown = program.shutdownSeconds > 0 ? `${program.shutdownSeconds} s` : '`shutdown`, must be given';
  return `| ${[preset, `\`${program.image}\``, program.gate, shutdown, program.user, whatTheAppGets(exhibit), verification(preset, program).join('<br>')].join(' | ')} |`;
}

/** Read off the pod of the Deployment: the app of the gallery has nothing that did not come with the sidecar. */
function whatTheAppGets({ chart, deployment }: Exhibit): string {
  const { spec } = Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template;
  const app = spec.containers.find(({ name }: any) => name === APP);
  const { ports = [] } = spec.initContainers.find(({ name }: any) => name === deployment.sidecar.name);
  return [
    ...(app.env ?? []).map(({ name, value }: any) => `\`${name}=${value}\``),
    ...(app.volumeMounts ?? []).map(({ mountPath, readOnly }: any) => `the folder \`${mountPath}\`, ${readOnly ? 'to read' : 'to write'}`),
    ...ports.map(({ containerPort }: any) => `port ${containerPort} before it`),
  ].join('<br>');
}
