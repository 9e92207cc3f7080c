import { sampleData } from './sample-data';
import { Filter, Finder, NO_FILTER } from '../../src/report/filter';
import { fromFragment, toFragment } from '../../src/report/filter-link';

const DATA = sampleData([
  { name: 'web', namespace: 'shop', findings: [['NS303', 'warning', "'proxy' stops first"]], verdict: 'migrated' },
  { name: 'api', namespace: 'shop', file: 'team/api.yaml', findings: [['NS101', 'error'], ['NS303', 'info']], verdict: 'advice' },
  { kind: 'Job', name: 'backup', findings: [['NS401', 'error', 'never ends', 'it is known']], verdict: 'nothing-to-do' },
]);
const finder = new Finder(DATA);

function names(filter: Partial<Filter>): string[] {
  return finder.find({ ...NO_FILTER, ...filter }).map(index => DATA.texts[DATA.workloads[index].name]);
}

test.each<[Partial<Filter>, string[]]>([
  [{}, ['api', 'web', 'backup']],
  [{ severities: ['error'] }, ['api']],
  [{ severities: ['warning', 'none'] }, ['web', 'backup']],
  [{ rule: 'NS303' }, ['api', 'web']],
  [{ rule: 'NS401' }, []],
  [{ namespace: 'shop', severities: ['info'] }, ['api']],
  [{ namespace: '(none)' }, ['backup']],
  [{ kind: 'Job' }, ['backup']],
  [{ verdict: 'migrated' }, ['web']],
  [{ text: 'PROXY first' }, ['web']],
  [{ text: 'team/' }, ['api']],
  [{ text: 'ns401' }, ['backup']],
  [{ text: 'nothing like it' }, []],
  [{ order: 'name' }, ['api', 'web', 'backup']],
  [{ order: 'namespace' }, ['backup', 'api', 'web']],
])('%j finds %j', (filter, expected) => {
  expect(names(filter)).toEqual(expected);
});

test('a filter survives as a link', () => {
  const filter: Filter = { text: 'a & b=c #d', severities: ['error', 'none'], rule: 'NS303', namespace: 'x/y', kind: 'Job', verdict: 'migrated', order: 'name' };

  expect(fromFragment(`#${toFragment(filter)}`)).toEqual(filter);
  expect(toFragment(NO_FILTER)).toBe('');
  expect(fromFragment('')).toEqual(NO_FILTER);
});

test('a damaged link asks for nothing', () => {
  expect(fromFragment('#search=%E0%A4%A&order=sideways&rule')).toEqual(NO_FILTER);
});
