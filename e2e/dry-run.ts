import { parseArgs } from 'node:util';
import { Cluster } from './cluster';
import { exitWith } from './exit-with';
import { Answer, askAll, Document, documentsIn, filesIn } from './server-dry-run';
import { KubernetesVersion } from '../src/kubernetes/kubernetes-version';
import { lackingUses } from '../src/kubernetes/lacking-fields';
import { findTemplates } from '../src/kubernetes/manifest';
import { PodModel } from '../src/kubernetes/pod';

const USAGE = `usage: npm run e2e:dry-run -- [--pod-security LEVEL] PATH...
Asks the API server of the cluster that E2E_CONTEXT names to accept every manifest in files and folders, without keeping it.
  --pod-security LEVEL  refuses what violates this Pod Security Standard, for example restricted
What the table of features says that this version lacks is not asked: it is for a newer version.
Exit code 1 if any is refused.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { 'pod-security': { type: 'string' }, 'help': { type: 'boolean' } }, allowPositionals: true });
  if (values.help || positionals.length === 0) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const given = positionals.flatMap(filesIn).flatMap(documentsIn);
  return Cluster.use(async (cluster, { kubernetes }) => {
    const level = values['pod-security'];
    const labels: { [key: string]: string } = level ? { 'pod-security.kubernetes.io/warn': level } : {};
    const newer = given.filter(document => isForNewer(document, KubernetesVersion.of(kubernetes)));
    const documents = given.filter(document => !newer.includes(document));
    console.log(`Kubernetes ${kubernetes}, server-side dry run of ${documents.length} objects`);
    const answers = await cluster.inNamespace('dry-run', namespace => askAll(cluster, namespace, documents, level !== undefined), labels);
    documents.forEach((document, index) => print(document, answers[index]));
    const count = (verdict: Answer['verdict']) => answers.filter(answer => answer.verdict === verdict).length;
    newer.forEach(({ file }) => console.log(`newer    ${file}`));
    console.log(`\n${count('accepted')} accepted, ${count('refused')} refused, ${count('unknown')} of kinds that the cluster does not know, ${newer.length} for a newer version`);
    return count('refused') > 0 ? 1 : 0;
  });
}

/** Whether a manifest uses a field that a version lacks. */
function isForNewer({ manifest, problem }: Document, kubernetes: KubernetesVersion): boolean {
  return problem === undefined && findTemplates(manifest).templates.some(found => lackingUses(PodModel._of(found), kubernetes).length > 0);
}

function print({ file, manifest }: Document, { verdict, why }: Answer): void {
  const name = manifest.metadata?.name ?? manifest.metadata?.generateName ?? '(no name)';
  console.log(`${verdict.padEnd(8)} ${file} ${manifest.kind}/${name}${why ? `\n           ${why}` : ''}`);
}

exitWith(main());
