import type { SourcePage } from './source-page';

/** A class, struct, interface or enum of API.md. */
interface ApiType {
  readonly group: string;
  readonly name: string;
  readonly text: string;
}

const FILE = 'API.md';

/** API.md is a megabyte, so every type gets a page of its own, and an index lists them. */
export function apiPages(text: string): SourcePage[] {
  const types = typesIn(text);
  const pageOfId = new Map(types.flatMap(type => [...type.text.matchAll(/ id="(cdk8s-sidecars(?:-\d+)?\.[^"]+)"/g)].map(([, id]) => [id, pathOf(type)] as const)));
  const linked = (part: string) => part.replace(/(href="|\]\()#(cdk8s-sidecars(?:-\d+)?\.[^")]+)/g, (whole, before: string, id: string) => {
    const page = pageOfId.get(id);
    return page === undefined ? whole : `${before}${page.slice('api/'.length)}#${id}`;
  });
  return [
    { file: FILE, path: 'api/index.html', title: 'API', text: indexOf(types) },
    ...types.map(type => ({ file: FILE, path: pathOf(type), title: type.name, text: linked(withoutNames(raised(type.text))) })),
  ];
}

/** Some references are names of cdk8s-plus, and no addresses. */
function withoutNames(text: string): string {
  return text.replace(/\[([^\]:]+)\]\(\1\)/g, '`$1`');
}

function typesIn(text: string): ApiType[] {
  return text.split(/^(?=## )/m).slice(1).flatMap(part => {
    const group = nameIn(part);
    return part.split(/^(?=### )/m).slice(1).map(section => ({ group, name: nameIn(section), text: section }));
  });
}

/** The words of a heading, without its anchor. */
function nameIn(section: string): string {
  return /^#+ ([^<\n]+)/.exec(section)?.[1].trim() ?? '';
}

function pathOf({ name }: ApiType): string {
  return `api/${name}.html`;
}

/** On its own page, the type is the first heading. */
function raised(text: string): string {
  return text.replace(/^##(#+ )/gm, '$1');
}

function indexOf(types: readonly ApiType[]): string {
  const groups = [...new Set(types.map(({ group }) => group))];
  const sentence = ({ text }: ApiType) => /^(?![#>|-])\S.*?[.:](?= |$)/m.exec(text.slice(text.indexOf('\n')))?.[0] ?? '';
  const rows = (group: string) => types.filter(type => type.group === group).map(type => `| [${type.name}](${type.name}.html) | ${sentence(type).replaceAll('|', '\\|')} |`);
  return ['# API', 'Every class, struct, interface and enum of the package. The submodule `catalog` holds the presets.',
    ...groups.map(group => `## ${group}\n\n| name | what it does |\n|---|---|\n${rows(group).join('\n')}`)].join('\n\n');
}
