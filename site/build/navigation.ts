import { escapeHtml } from './html';
import { rootOf } from './links';
import type { RenderedPage } from './markdown';

/** The pages in the order in which people need them. A page that is in no group is listed last. */
const GROUPS: readonly { readonly name: string; readonly files: readonly string[] }[] = [
  { name: 'Start', files: ['README.md', 'docs/playground.md', 'examples/README.md'] },
  { name: 'Use', files: ['docs/check.md', 'docs/migrate.md', 'docs/explain.md', 'docs/report.md', 'docs/catalog.md', 'docs/change-one-thing.md', 'docs/every-workload.md'] },
  { name: 'Look up', files: ['docs/README.md', 'docs/rules.md', 'API.md'] },
  { name: 'Understand', files: ['docs/claims.md', 'docs/security.md', 'docs/platform-teams.md', 'docs/performance.md'] },
];

/** A short name for a page whose title is long. */
const NAMES: { readonly [file: string]: string } = { 'README.md': 'Overview', 'docs/README.md': 'All pages', 'examples/README.md': 'Examples' };

/** The list of pages beside a page, with the headings of the page itself. */
export function navigation(page: RenderedPage, pages: readonly RenderedPage[]): string {
  const listed = pages.filter(({ path }) => !path.startsWith('api/') || path === 'api/index.html').filter(({ file }) => !/^examples\/.+\//.test(file));
  const grouped = new Set(GROUPS.flatMap(({ files }) => files));
  const groups = [
    ...GROUPS.map(({ name, files }) => ({ name, members: files.flatMap(file => listed.filter(one => one.file === file)) })),
    { name: 'Develop', members: listed.filter(({ file }) => !grouped.has(file)) },
  ];
  return groups.map(({ name, members }) => `<h2>${name}</h2>\n<ul>\n${members.map(member => item(member, page)).join('\n')}\n</ul>`).join('\n');
}

function item(member: RenderedPage, page: RenderedPage): string {
  const isHere = member.path === page.path;
  const name = NAMES[member.file] ?? member.title;
  const headings = isHere ? contents(page) : '';
  return `<li><a href="${rootOf(page.path)}${member.path}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>${headings}</li>`;
}

function contents({ sections }: RenderedPage): string {
  const headings = sections.filter(({ level }) => level === 2);
  return headings.length < 2 ? '' : `\n<ul>\n${headings.map(({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`).join('\n')}\n</ul>\n`;
}
