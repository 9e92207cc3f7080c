import { App, Testing } from 'cdk8s';
import { IConstruct } from 'constructs';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { IRule, Offense, PodLifecycle, RuleBook, RuleSubject, Severity } from '../../src';

/** Demands a team label on every pod. */
class NeedsTeam implements IRule {
  public readonly title = 'Every pod says which team it belongs to';

  public constructor(public readonly id = 'ACME1', public readonly severity = Severity.ERROR) {}

  public check({ pod }: RuleSubject): Offense[] {
    return pod.metadata.labels?.team ? [] : [{ message: `${pod.title} says no team`, fix: "add the label 'team'" }];
  }
}

/** A rule that answers as it is told to. */
function ruleThat(check: (subject: RuleSubject) => any): IRule {
  return { id: 'ACME9', severity: Severity.WARNING, title: 'A rule', check };
}

function findingsOf(rule: IRule) {
  const web = deploymentIn(chartIn());
  RuleBook.of(web).add(rule);
  return ownFindings(web);
}

function ownFindings(workload: IConstruct) {
  return PodLifecycle.of(workload).findings.filter(finding => finding.rule.startsWith('ACME'));
}

describe('a rule of the user', () => {
  test('makes findings like any other', () => {
    const found = findingsOf(ruleThat(() => [{ container: 'web', message: "'web' is gray", fix: 'paint it', severity: Severity.INFO }]));

    expect(found).toEqual([{ rule: 'ACME9', severity: 'info', container: 'web', path: 'spec.template.spec.containers[0]', message: "'web' is gray", fix: 'paint it' }]);
  });

  test('may say which part of the manifest it is about', () => {
    const found = findingsOf(ruleThat(() => [{ container: 'web', path: "metadata.labels['a.b/team']", message: 'gray', fix: 'paint it' }]));

    expect(found).toMatchObject([{ container: 'web', path: "metadata.labels['a.b/team']" }]);
  });

  test('stops synth when it is an error', () => {
    const chart = chartIn();
    RuleBook.of(chart).add(new NeedsTeam());
    addSidecar(deploymentIn(chart));

    expect(refusals(chart)).toEqual(["[shop/web] ACME1 Deployment/shop-web says no team: add the label 'team'"]);
  });

  test('stops nothing when it is a warning', () => {
    const chart = chartIn();
    RuleBook.of(chart).add(new NeedsTeam('ACME1', Severity.WARNING));
    const web = deploymentIn(chart);
    addSidecar(web);

    expect(refusals(chart)).toEqual([]);
    expect(ownFindings(web).map(finding => finding.rule)).toEqual(['ACME1']);
  });

  test('says nothing about a pod that heeds it', () => {
    const chart = chartIn();
    RuleBook.of(chart).add(new NeedsTeam());
    const web = deploymentIn(chart);
    web.podMetadata.addLabel('team', 'checkout');
    addSidecar(web);

    expect(refusals(chart)).toEqual([]);
  });

  test('can be acknowledged, before or after it is added, and the reason is written down', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    PodLifecycle.of(web).acknowledge('ACME1', 'nobody owns it yet');
    RuleBook.of(chart).add(new NeedsTeam());

    expect(refusals(chart)).toEqual([]);
    expect(ownFindings(web)).toMatchObject([{ rule: 'ACME1', acknowledged: 'nobody owns it yet' }]);
    expect(Testing.synth(chart)[0].metadata.annotations).toEqual({ 'acknowledge.cdk8s-sidecars/ACME1': 'nobody owns it yet' });
  });

  test('sees the pod as it will run, and the version that it is meant for', () => {
    const seen: string[] = [];
    const web = deploymentIn(chartIn());
    RuleBook.of(web).add(ruleThat(({ pod, kubernetes }) => {
      seen.push(`${pod.containers.map(container => container.name)} on ${kubernetes}`);
      return [];
    }));
    addSidecar(web);

    PodLifecycle.of(web).findings;

    expect(seen).toEqual(['cache,web on 1.33']);
  });
});

describe('a rule book', () => {
  test('holds for everything below its scope, together with the books above', () => {
    const app = new App();
    const [shop, batch] = ['shop', 'batch'].map(id => chartIn(app, id));
    const [web, api] = ['web', 'api'].map(id => deploymentIn(shop, {}, id));
    const job = kubeDeploymentIn(batch);
    RuleBook.of(web).add(new NeedsTeam('ACME3'));
    RuleBook.of(shop).add(new NeedsTeam('ACME2'));
    RuleBook.of(app).add(new NeedsTeam('ACME1'));

    const found = [web, api, job].map(workload => ownFindings(workload).map(finding => finding.rule));

    expect(found).toEqual([['ACME1', 'ACME2', 'ACME3'], ['ACME1', 'ACME2'], ['ACME1']]);
    expect(RuleBook.of(web).rules.map(rule => rule.id)).toEqual(['ACME1', 'ACME2', 'ACME3']);
  });

  test('is asked about workloads without a sidecar too, with checkAll', () => {
    const chart = chartIn();
    RuleBook.of(chart).add(new NeedsTeam());
    deploymentIn(chart);
    expect(refusals(chart)).toEqual([]);

    PodLifecycle.checkAll(chart);

    expect(refusals(chart)).toEqual(["[shop] shop/web: ACME1 Deployment/shop-web says no team: add the label 'team'"]);
  });

  test('gives a copy of its list', () => {
    const book = RuleBook.of(chartIn());
    book.add(new NeedsTeam());

    book.rules.pop();

    expect(book.rules).toHaveLength(1);
  });
});

describe('refused is', () => {
  test.each(['NS101', 'NSX1', 'acme1', 'A1', 'ACME', 'ACME-1', ''])("the id '%s'", id => {
    expect(() => RuleBook.of(chartIn()).add(new NeedsTeam(id))).toThrow(
      `'${id}' is not a valid id for a custom rule: use two or more capital letters and a number, for example ACME1 (the prefix NS is reserved)`);
  });

  test.each([null, undefined])('%s for an id', id => {
    expect(() => RuleBook.of(chartIn()).add({ ...new NeedsTeam(), id: id as any, check: () => [] })).toThrow(
      'the rule has no id: set one, for example ACME1 (in Python, use a @property, because a plain attribute has no effect)');
  });

  test('a severity that there is not', () => {
    expect(() => RuleBook.of(chartIn()).add(new NeedsTeam('ACME1', 'fatal' as Severity))).toThrow(
      "rule 'ACME1' has the invalid severity 'fatal': use Severity.ERROR, Severity.WARNING or Severity.INFO");
  });

  test('a rule without a title', () => {
    expect(() => RuleBook.of(chartIn()).add({ ...ruleThat(() => []), title: ' ' })).toThrow("rule 'ACME9' has no title: describe in one sentence what it requires");
  });

  test('an id that holds already, here or above', () => {
    const app = new App();
    const chart = chartIn(app);
    RuleBook.of(app).add(new NeedsTeam());

    expect(() => RuleBook.of(app).add(new NeedsTeam())).toThrow("rule 'ACME1' already applies to 'the app': use another id");
    expect(() => RuleBook.of(chart).add(new NeedsTeam())).toThrow("rule 'ACME1' already applies to 'shop': use another id");
  });

  test('the same object twice, which two Go structs without fields are', () => {
    const book = RuleBook.of(chartIn());
    const rule = new NeedsTeam();
    book.add(rule);

    expect(() => book.add(rule)).toThrow("the object with rule 'ACME1' already applies to 'shop': add each rule once, as an object of its own "
      + '(in Go, give its struct a field, because structs without fields share one address)');
  });
});

/** How jsii refuses the result of a rule in another language. */
const JSII = 'Returned by callback method check: Unable to deserialize value as array<cdk8s-sidecars.Offense>';
/** Why a rule that returns nothing fails. */
const NOTHING = 'it returns nothing instead of a list of offenses, which is empty for a pod without any (in Python [], in Java List.of(), in Go &[]*cdk8ssidecars.Offense{})';

describe('a broken rule is an error that names the rule and the workload', () => {
  const brokenBy = (problem: string) => [{
    rule: 'ACME9',
    severity: 'error',
    message: `the rule fails on Deployment/shop-web, because ${problem}`,
    fix: 'fix the rule, or remove it from the rule book',
  }];

  test.each<[string, (subject: RuleSubject) => any, string]>([
    ['when it throws', () => { throw new Error('no such label'); }, "it throws 'no such label'"],
    ['when it throws something else', () => { throw 'a fit'; }, "it throws 'a fit'"],
    ['when it gives nothing', () => undefined, NOTHING],
    ['when it gives null', () => null, NOTHING],
    ['when jsii refuses the nil of a Go rule', () => { throw new Error(`${JSII}\n├── 🛑 Failing value is undefined\n╰── 🔍 Failure reason(s):\n    ╰─ Value is not an array`); }, NOTHING],
    ['when jsii refuses something else', () => { throw new Error(`${JSII}\n├── 🛑 Failing value is a string`); }, `it returns a value that is no list of offenses (${JSII})`],
    ['when it gives something else', () => true, "it returns 'true' instead of a list of offenses"],
    ['when an offense has no message', () => [{ fix: 'paint it' }], "it returns an offense without 'message'"],
    ['when an offense has no fix', () => [{ message: 'gray', fix: '' }], "it returns an offense without 'fix'"],
    ['when a severity is unknown', () => [{ message: 'gray', fix: 'paint it', severity: 'fatal' }], "it returns an offense with the invalid severity 'fatal'"],
    ['when a path cannot be read', () => [{ message: 'gray', fix: 'paint it', path: '/spec/color' }],
      "it returns an offense with the invalid path '/spec/color' (an example of a valid path is spec.template.spec.containers[1].image)"],
  ])('%s', (_, check, problem) => {
    expect(findingsOf(ruleThat(check))).toEqual(brokenBy(problem));
  });
});
