import type { Node } from 'yaml';
import { DataPath, formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { yaml } from '../lazy';
import { Source } from './source';

/** The anchors that aliases repeat somewhere in the document. */
export function usedAnchors(source: Source): ReadonlySet<string> {
  const used = new Set<string>();
  if (source.text.includes('*')) {
    yaml().visit(source.tree, { Alias: (_, alias) => void used.add(alias.source) });
  }
  return used;
}

/** A document, and the anchors that aliases repeat in it. */
interface Anchored {
  readonly source: Source;
  readonly anchors: ReadonlySet<string>;
}

/** Refuses to remove an anchor that an alias elsewhere still needs. */
export function mustNotBeNeeded({ source, anchors: used }: Anchored, node: Node | null, path: DataPath): void {
  if (!node || used.size === 0) {
    return;
  }
  const inside = new Set<unknown>();
  const anchors = new Set<string>();
  const { visit } = yaml();
  visit(node as any, (_, part: any) => {
    inside.add(part);
    if (typeof part?.anchor === 'string') {
      anchors.add(part.anchor);
    }
  });
  visit(source.tree, {
    Alias: (_, alias) => {
      if (anchors.has(alias.source) && !inside.has(alias)) {
        throw new EditRefused(`'${formatPath(path)}' defines the anchor '${alias.source}', which an alias elsewhere uses: replace the aliases with their values first`);
      }
    },
  });
}
