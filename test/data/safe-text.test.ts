import { safeScriptJson, safeXml, safeXmlLines } from '../../src/data/safe-text';

const HOSTILE = '</script><!--<script>&"\'\u2028\u2029\u202e\u001b[2J\u0000\ufeff';

test('text of HTML holds no tag, no entity, no quote and no control character', () => {
  expect(safeXml(HOSTILE)).toBe('&#60;/script&#62;&#60;!--&#60;script&#62;&#38;&#34;&#39;\ufffd\ufffd\ufffd\ufffd[2J\ufffd\ufffd');
});

test('lines of HTML keep line breaks and tabs, and nothing else that acts', () => {
  expect(safeXmlLines('a:\t<b>\n  \u202ec\r')).toBe('a:\t&#60;b&#62;\n  \ufffdc\ufffd');
});

test('JSON in a script element cannot end it, and stands for the same data', () => {
  const json = safeScriptJson({ [HOSTILE]: [HOSTILE] });

  expect(json).not.toMatch(/[<>&\u2028\u2029\u202e\u001b\u0000\ufeff]/);
  expect(JSON.parse(json)).toEqual({ [HOSTILE]: [HOSTILE] });
});
