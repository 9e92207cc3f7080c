/** The prefix of the patterns that all pictures of a page share. */
export const SHARED_PREFIX = 'tl-';

/** At this width and below, labels that need more room are hidden. */
export const NARROW = 480;

const LIGHT = '--bg:#fff;--fg:#1f2328;--mu:#59636e;--ln:#d1d9e0;--up:#2a6cb0;--on:#fff;--s:#d6e8fa;--h:#fcedc2;--hd:#9a5b00;--t:#fbd9c9;--td:#bc4c00;--b:#8c959f;--k:#b3001b;--r:#8250df;--ok:#1a7f37;--d:#bf3989';
const DARK = '--bg:#0d1117;--fg:#e6edf3;--mu:#9da7b1;--ln:#30363d;--up:#58a6ff;--on:#0d1117;--s:#10294a;--h:#3a2d0a;--hd:#e3b341;--t:#4a2412;--td:#f0883e;--b:#6e7681;--k:#ff7b72;--r:#bc8cff;--ok:#3fb950;--d:#f778ba';

/** The style of pictures. A page that holds several of them needs it once. */
export const SVG_STYLE = [
  `.tl{${LIGHT};background:var(--bg);font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}`,
  `@media screen and (prefers-color-scheme:dark){.tl{${DARK}}}`,
  '.tl text{fill:var(--fg);paint-order:stroke;stroke:var(--bg);stroke-width:4px;stroke-linejoin:round}',
  '.tl .e{text-anchor:end}.tl .c{text-anchor:middle}.tl .n{font-weight:600}.tl .ti{font-size:15px;font-weight:600}.tl .h2{font-size:13px;font-weight:600;fill:var(--mu)}.tl .m{fill:var(--mu)}',
  '.tl .y{display:none}',
  `@media(max-width:${NARROW}px){.tl .x{display:none}.tl .y{display:inline}}`,
  '.tl .bg{fill:var(--bg)}.tl .gr{stroke:var(--ln)}.tl .up{fill:var(--up)}.tl .on{fill:var(--on);stroke:none}',
  '.tl .hl{stroke:var(--h)}.tl .tl1{stroke:var(--t)}.tl .sl{stroke:var(--s)}',
  '.tl .fs{fill:var(--s)}.tl .fh{fill:var(--h)}.tl .ft{fill:var(--t)}.tl .ps{stroke:var(--up);stroke-width:2}.tl .ph{fill:var(--hd)}.tl .pt{stroke:var(--td);stroke-width:2}.tl .pb{stroke:var(--b);stroke-width:2}.tl .pw{fill:var(--b)}',
  '.tl .ob{fill:none;stroke:var(--b)}.tl .inj{fill:none;stroke:var(--r);stroke-width:1.5;stroke-dasharray:5 3}',
  '.tl .g{stroke:var(--up);stroke-width:1.5}.tl .gx{stroke:var(--k);stroke-width:1.5;stroke-dasharray:4 3}.tlg{fill:var(--up);stroke:var(--bg)}',
  '.tl .v{stroke:var(--td);stroke-width:1.5;stroke-dasharray:2 3}.tl .ok{stroke:var(--ok);stroke-width:2}.tl text.okt{fill:var(--ok);font-weight:600}.tl text.bad{fill:var(--k);font-weight:600}',
  '.tlk{stroke:var(--k);stroke-width:3;fill:none}.tl .ex{stroke:var(--fg);stroke-width:2}.tl .rq{fill:var(--r);opacity:.16}.tl .re{stroke:var(--r);stroke-dasharray:1 3}',
  '.tl .ov{fill:var(--k)}.tl .df{fill:var(--d)}.tl text.dt{fill:var(--d);font-weight:600}',
].join('\n');

/** The patterns and marks of pictures. A page that holds several of them needs it once. */
export function svgDefs(prefix: string): string {
  const pattern = (id: string, size: number, content: string, turn = 0) =>
    `<pattern id="${prefix}${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"${turn ? ` patternTransform="rotate(${turn})"` : ''}>${content}</pattern>`;
  const square = (size: number, style: string) => `<rect class="${style}" width="${size}" height="${size}"/>`;
  return [
    '<defs>',
    pattern('w', 8, '<circle class="pw" cx="4" cy="4" r="1"/>'),
    pattern('s', 7, `${square(7, 'fs')}<path class="ps" d="M0 0V7"/>`, 45),
    pattern('h', 6, `${square(6, 'fh')}<circle class="ph" cx="3" cy="3" r="1.3"/>`),
    pattern('t', 7, `${square(7, 'ft')}<path class="pt" d="M0 0V7"/>`, -45),
    pattern('b', 6, '<path class="pb" d="M1 0V6"/>'),
    `<path id="${prefix}a" class="tlg" d="M0 0l-4.5-7h9z"/>`,
    `<path id="${prefix}o" class="tlg" d="M-5 0L0-5L5 0L0 5z"/>`,
    `<path id="${prefix}k" class="tlk" d="M-6-6L6 6M6-6L-6 6"/>`,
    '</defs>',
  ].join('');
}
