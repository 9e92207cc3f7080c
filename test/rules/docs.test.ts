import { rulesPage } from '../../generate/rules-page';
import { expectCurrent } from '../current-page';

test('docs/rules.md is current (if you meant the change: npx projen examples:update)', () => {
  expectCurrent(rulesPage());
});
