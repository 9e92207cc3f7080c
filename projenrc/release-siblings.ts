import { Component } from 'projen';
import { GithubWorkflow } from 'projen/lib/github';
import { Job, JobStep } from 'projen/lib/github/workflows-model';

/** The jobs of projen that publish this package, one for each registry. */
const JOBS = ['release_npm', 'release_pypi', 'release_maven', 'release_nuget', 'release_golang'];

/** The folder of a sibling in the checkout, from which the packages that it needs are found above it. */
const FOLDER = '.repo/.siblings/${{ matrix.sibling }}';

/** How the commands of such a job read for a sibling. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/^tar --strip-components=1 -xzvf dist\/js\/\*\.tgz -C \.repo$/, `mkdir -p ${FOLDER} && tar --strip-components=1 -xzvf dist/siblings/\${{ matrix.sibling }}/js/*.tgz -C ${FOLDER}`],
  [/^cd \.repo && npx projen package:(\w+)$/, `cd ${FOLDER} && node ../../projenrc/pacmak.js -v --target $1`],
  [/^mv \.repo\/dist dist$/, `mv ${FOLDER}/dist dist`],
];

/** Publishes the siblings as projen publishes this package: the same jobs, after those, for one sibling after another. Go modules share a repository. */
export class ReleaseSiblings extends Component {
  public constructor(private readonly release: GithubWorkflow, private readonly minors: readonly string[]) {
    super(release.project);
  }

  public preSynthesize(): void {
    for (const name of JOBS) {
      const { steps, needs, ...job } = this.release.getJob(name) as Job;
      const rewritten = (typeof steps === 'function' ? (steps as () => JobStep[])() : steps).map(forSibling);
      const changed = rewritten.filter((step, index) => step !== steps[index]).length;
      if (changed !== REWRITES.length) {
        throw new Error(`${changed} steps of the job '${name}' were rewritten for siblings instead of ${REWRITES.length}: see how projen publishes, and change projenrc/release-siblings.ts`);
      }
      this.release.addJob(`${name}_siblings`, {
        ...job,
        name: `${job.name}: the siblings`,
        needs: [needs ?? [], name].flat(),
        strategy: { maxParallel: 1, matrix: { domain: { sibling: [...this.minors] } } },
        steps: rewritten,
      });
    }
  }
}

function forSibling(step: JobStep): JobStep {
  const [pattern, run] = REWRITES.find(([one]) => one.test(step.run ?? '')) ?? [];
  return pattern === undefined || run === undefined ? step : { ...step, run: step.run!.replace(pattern, run.replaceAll('${{', '$${{')) };
}
