import { existsSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { SourcePage } from './source-page';
import { ROOT } from '../../generate/page';

const REPOSITORY = 'https://github.com/cdk8s-sidecars/cdk8s-sidecars';
const IN_REPOSITORY = /^https:\/\/github\.com\/cdk8s-sidecars\/cdk8s-sidecars\/(?:blob|tree)\/main\/([^#]*)(#.*)?$/;

/** How a README names a picture, so that package registries show it too. */
const RAW = /^https:\/\/raw\.githubusercontent\.com\/cdk8s-sidecars\/cdk8s-sidecars\/main\/(.+)$/;

/** Turns links between files of the repository into links between pages of the site. */
export class Links {
  private readonly paths: ReadonlyMap<string, string>;
  /** Pictures that pages show, by their path in the repository. */
  public readonly pictures = new Set<string>();

  public constructor(pages: readonly SourcePage[]) {
    this.paths = new Map([...pages].reverse().map(({ file, path }) => [file, path]));
  }

  /** Where a link of a page leads in the site, or in the repository if the site does not have its target. */
  public resolve(page: SourcePage, href: string): string {
    const [, absolute, absoluteAnchor = ''] = IN_REPOSITORY.exec(href) ?? [];
    if (absolute === undefined && (/^[a-z]+:/.test(href) || href.startsWith('#') || page.path.startsWith('api/'))) {
      return href;
    }
    const [path, anchor] = absolute === undefined ? split(href) : [absolute, absoluteAnchor];
    const file = absolute ?? posix.normalize(posix.join(dirname(page.file), path));
    const target = this.paths.get(file) ?? this.paths.get(posix.join(file, 'README.md'));
    return target === undefined ? inRepository(file) + anchor : relative(page.path, target) + anchor;
  }

  /** Where a picture of a page is in the site. */
  public picture(page: SourcePage, src: string): string {
    const file = RAW.exec(src)?.[1] ?? posix.normalize(posix.join(dirname(page.file), src));
    if (!existsSync(join(ROOT, file))) {
      throw new Error(`${page.file}: the picture '${src}' is not in the repository: the site loads nothing from elsewhere`);
    }
    this.pictures.add(file);
    return relative(page.path, file);
  }
}

/** The way from a page to the root of the site: empty, or like `../`. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

function relative(from: string, to: string): string {
  return rootOf(from) + to;
}

function split(href: string): [string, string] {
  const at = href.indexOf('#');
  return at < 0 ? [href, ''] : [href.slice(0, at), href.slice(at)];
}

function inRepository(file: string): string {
  const absolute = join(ROOT, file);
  const kind = existsSync(absolute) && statSync(absolute).isDirectory() ? 'tree' : 'blob';
  return `${REPOSITORY}/${kind}/main/${file}`;
}
