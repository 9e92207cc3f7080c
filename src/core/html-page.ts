import { safeXml } from '../data/safe-text';

const STYLE = `:root{color-scheme:light dark}
body{max-width:60rem;margin:0 auto;padding:1rem;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:1.4rem}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1rem;margin-top:1.6rem}
.tl{display:block;border-radius:6px}
pre{overflow-x:auto;padding:.6rem;border:1px solid #8885;border-radius:6px}
table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}`;

/** A self-contained page: it loads nothing and runs nothing. */
export function htmlPage(title: string, content: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${safeXml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${safeXml(title)}</h1>`,
    ...content,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** A list, with its title as a heading; nothing if it is empty. */
export function htmlList(title: string, sentences: readonly string[], level: number): string[] {
  return sentences.length === 0 ? [] : [htmlHeading(title, level), `<ul>${sentences.map(sentence => `<li>${safeXml(sentence)}</li>`).join('')}</ul>`];
}

/** A heading. */
export function htmlHeading(title: string, level: number): string {
  return `<h${level}>${safeXml(title)}</h${level}>`;
}

/** Lines as they are, which can be scrolled with the keyboard. */
export function htmlLines(lines: readonly string[], label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${safeXml(label)}">${lines.map(safeXml).join('\n')}</pre>`;
}
