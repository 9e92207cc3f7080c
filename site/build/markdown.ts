import MarkdownIt, { type Token } from 'markdown-it';
import { Links, rootOf } from './links';
import { Section, slugOf } from './sections';
import type { SourcePage } from './source-page';
import { fragmentOf } from '../browser/playground/share';
import { EMPTY_STATE } from '../browser/playground/state';

/** A rendered page. */
export interface RenderedPage extends SourcePage {
  readonly html: string;
  /** Its headings, with the text below each. */
  readonly sections: readonly Section[];
}

const HEADING = /^h[1-6]$/;
/** A badge is a picture from elsewhere, which would be a request. */
const BADGE = /^\[!\[[^\]\n]*\]\(https:[^)\n]*\)\]\([^)\n]*\)$/gm;
/** A whole manifest with a pod: of a part, the playground could tell little. */
const POD = /^apiVersion: .*\nkind: (?:Pod|Deployment|StatefulSet|DaemonSet|Job|CronJob)$/m;

/** Renders Markdown as this repository writes it: tables, fences, and a little HTML of its own. */
export async function renderPage(page: SourcePage, links: Links): Promise<RenderedPage> {
  const markdown = new MarkdownIt({ html: true });
  const tokens = markdown.parse(page.text.replace(BADGE, ''), {});
  const sections: Section[] = [];
  const slugs = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    token.children?.forEach(child => rewrite(child, page, links));
    if (token.type === 'heading_open') {
      sections.push(nameHeading(token, tokens[index + 1], slugs));
    } else if (token.type === 'html_block') {
      token.content = rewriteHtml(token.content, page, links);
    } else if (['inline', 'fence'].includes(token.type) && !HEADING.test(tokens[index - 1]?.tag ?? '')) {
      sections[sections.length - 1]?.text.push(textOf(token));
    }
  }
  await Promise.all(tokens.filter(isManifest).map(addFragment));
  setRules(markdown, page);
  return { ...page, sections, html: markdown.renderer.render(tokens, markdown.options, {}) };
}

function setRules({ renderer: { rules } }: InstanceType<typeof MarkdownIt>, page: SourcePage): void {
  const fence = rules.fence!;
  rules.fence = (all, index, options, env, self) => scrollable(fence(all, index, options, env, self)) + playgroundLink(all[index], page);
  // A finding names its rule by number only.
  rules.heading_open = (all, index, options, _, self) =>
    self.renderToken(all, index, options) + (all[index].meta?.rule === undefined ? '' : `<span id="${all[index].meta.rule}"></span>`);
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table">\n<table>\n';
  rules.table_close = () => '</table>\n</div>\n';
}

async function addFragment(fence: Token): Promise<void> {
  fence.meta = { fragment: await fragmentOf({ ...EMPTY_STATE, text: fence.content }) };
}

function isManifest({ type, info, content }: Token): boolean {
  return type === 'fence' && info === 'yaml' && POD.test(content) && content.includes('image:');
}

/** A wide sample can be scrolled with the keyboard. */
function scrollable(html: string): string {
  return html.replace('<pre>', '<pre tabindex="0">');
}

function playgroundLink({ meta }: Token, { path }: SourcePage): string {
  return meta?.fragment === undefined ? '' : `<p class="try"><a href="${rootOf(path)}playground.html${meta.fragment}">Open in the playground</a></p>\n`;
}

/** Gives a heading the anchor that a code host gives it. */
function nameHeading(heading: Token, inline: Token, slugs: Map<string, number>): Section {
  const title = (inline.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline').map(({ content }) => content).join('').trim();
  const written = /id="([^"]+)"/.exec(inline.content)?.[1];
  const slug = slugOf(title);
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  const id = written ?? (count === 0 ? slug : `${slug}-${count}`);
  if (written === undefined) {
    heading.attrSet('id', id);
  }
  heading.meta = { rule: /^NS\d{3}(?= )/.exec(title)?.[0].toLowerCase() };
  return { id, title, level: Number(heading.tag.slice(1)), text: [] };
}

function rewrite(token: Token, page: SourcePage, links: Links): void {
  if (token.type === 'link_open') {
    token.attrSet('href', links.resolve(page, String(token.attrGet('href') ?? '')));
  } else if (token.type === 'image') {
    token.attrSet('src', links.picture(page, String(token.attrGet('src') ?? '')));
  } else if (token.type === 'html_inline') {
    token.content = rewriteHtml(token.content, page, links);
  }
}

/** Pictures and links of HTML in a page. The anchors of API.md are ids already. */
function rewriteHtml(html: string, page: SourcePage, links: Links): string {
  return html
    .replace(/ name="[^"]*"/g, '')
    .replace(/ (src|srcset)="([^"]+)"/g, (_, attribute: string, src: string) => ` ${attribute}="${links.picture(page, src)}"`)
    .replace(/ href="([^"]+)"/g, (_, href: string) => ` href="${links.resolve(page, href)}"`);
}

function textOf({ type, content, children }: Token): string {
  return type === 'fence' ? content : (children ?? []).map(child => child.type === 'softbreak' ? ' ' : child.type === 'html_inline' ? '' : child.content).join('');
}
