import { block, directive, toNginxConf } from '../../../src/catalog/private/nginx-conf';

test('words that nginx would take apart are quoted, and nothing in them ends the quotes', () => {
  const text = toNginxConf([block(['map', '$a', '$b'], [directive('', 'a b'), directive('c;', '"d\\'), directive('e', 1)])]);

  expect(text).toBe('map $a $b {\n  "" "a b";\n  "c;" "\\"d\\\\";\n  e 1;\n}\n');
});
