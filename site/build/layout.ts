import { escapeHtml } from './html';
import { rootOf } from './links';

/** What a page of the site consists of. */
export interface PageParts {
  /** Its path in the site. */
  readonly path: string;
  readonly title: string;
  readonly main: string;
  /** The list of pages; none for the playground, which needs the room. */
  readonly navigation?: string;
  /** Scripts beside that of every page. */
  readonly scripts?: readonly string[];
}

/** Scripts and styles come from the site itself, and no page can send anything anywhere. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

const TOP = [['playground.html', 'Playground'], ['docs/index.html', 'Docs'], ['docs/rules.html', 'Rules'], ['docs/catalog.html', 'Catalog'], ['api/index.html', 'API']];

/** A whole page. */
export function layout({ path, title, main, navigation, scripts = [] }: PageParts): string {
  const root = rootOf(path);
  const links = TOP.map(([to, name]) => `<li><a href="${root}${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a></li>`).join('');
  const aside = navigation === undefined ? '' : `<nav class="pages" aria-label="Pages"><details open><summary>Pages</summary>\n${navigation}\n</details></nav>\n`;
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · cdk8s-sidecars</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="${root}index.html">cdk8s-sidecars</a>
<nav aria-label="Site"><ul>${links}</ul></nav>
<div id="search-box" role="search"><input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ul id="results" hidden aria-label="Results"></ul></div>
</header>
<div class="${navigation === undefined ? 'wide' : 'columns'}">
${aside}<main id="main">
${main}
</main>
</div>
${[...scripts, 'page.js'].map(script => `<script src="${root}${script}"></script>`).join('\n')}
</body>
</html>
`;
}
