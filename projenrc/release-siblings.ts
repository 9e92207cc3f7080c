import { Component } from 'projen';
import { GithubWorkflow } from 'projen/lib/github';
import { Job, JobStep } from 'projen/lib/github/workflows-model';

/** The jobs of projen that publish this package, one for each registry. */
const JOBS = ['release_npm', 'release_pypi', 'release_maven', 'release_nuget'];
/** Go modules share a repository, which publib empties of all modules that it does not publish at the same time. */
const JOINT_JOB = 'release_golang';
const MATRIX = '${{ matrix.sibling }}';

const EXTRACT = /^tar --strip-components=1 -xzvf dist\/js\/\*\.tgz -C \.repo$/;
const CREATE = /^cd \.repo && npx projen package:(\w+)$/;
const COLLECT = /^mv \.repo\/dist dist$/;

/** The folder of a sibling in the checkout, from which the packages that it needs are found above it. */
const folderOf = (sibling: string) => `.repo/.siblings/${sibling}`;
const extract = (sibling: string) => `mkdir -p ${folderOf(sibling)} && tar --strip-components=1 -xzvf dist/siblings/${sibling}/js/*.tgz -C ${folderOf(sibling)}`;
const create = (sibling: string, language: string) => `cd ${folderOf(sibling)} && node ../../projenrc/pacmak.js -v --target ${language}`;

/** Publishes the siblings as projen publishes this package: the same jobs, after those, for one sibling after another. Go modules are published together. */
export class ReleaseSiblings extends Component {
  public constructor(private readonly release: GithubWorkflow, private readonly minors: readonly string[]) {
    super(release.project);
  }

  public preSynthesize(): void {
    for (const name of JOBS) {
      const { needs, ...job } = this.job(name);
      this.release.addJob(`${name}_siblings`, {
        ...job,
        name: `${job.name}: the siblings`,
        needs: [needs ?? [], name].flat(),
        strategy: { maxParallel: 1, matrix: { domain: { sibling: [...this.minors] } } },
        steps: job.steps.map(forSibling),
      });
    }
    const joint = this.job(JOINT_JOB);
    const steps = joint.steps.flatMap(step => [step, ...this.minors.flatMap(minor => besides(step, minor))]);
    this.release.updateJob(JOINT_JOB, { ...joint, steps });
  }

  private job(name: string): Job & { readonly steps: readonly JobStep[] } {
    const job = this.release.getJob(name) as Job;
    const steps = typeof job.steps === 'function' ? (job.steps as () => JobStep[])() : job.steps;
    const known = [EXTRACT, CREATE, COLLECT].map(pattern => steps.filter(({ run }) => pattern.test(run ?? '')).length);
    if (known.some(count => count !== 1)) {
      throw new Error(`the job '${name}' does not extract, create and collect a package once each (${known}): see how projen publishes, and change projenrc/release-siblings.ts`);
    }
    return { ...job, steps };
  }
}

/** The step for a sibling in a job of its own. */
function forSibling(step: JobStep): JobStep {
  const run = step.run ?? '';
  if (EXTRACT.test(run)) {
    return { ...step, run: extract(MATRIX) };
  }
  if (COLLECT.test(run)) {
    return { ...step, run: `mv ${folderOf(MATRIX)}/dist dist` };
  }
  const [, language] = CREATE.exec(run) ?? [];
  return language === undefined ? step : { ...step, run: create(MATRIX, language) };
}

/** What follows a step for a sibling in the same job: its package goes beside that of this one. */
function besides(step: JobStep, minor: string): JobStep[] {
  const run = step.run ?? '';
  if (EXTRACT.test(run)) {
    return [{ name: `${step.name}: ${minor}`, run: extract(minor) }];
  }
  const [, language] = CREATE.exec(run) ?? [];
  return language === undefined ? [] : [{ name: `${step.name}: ${minor}`, run: `${create(minor, language)} --outdir ../../dist` }];
}
