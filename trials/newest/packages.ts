import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** A package of the family, packed as it is published. */
export interface PackedPackage {
  readonly name: string;
  /** The minor of cdk8s-plus that it is for. */
  readonly minor: string;
  readonly tarball: string;
}

/** All packages of the family in dist/; throws when one is missing. */
export function packages(): PackedPackage[] {
  const { name, peerDependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const minors = Object.keys(devDependencies).flatMap(one => /^cdk8s-plus-(\d+)$/.exec(one)?.[1] ?? []).sort();
  return minors.map(minor => {
    const isOwn = `cdk8s-plus-${minor}` in peerDependencies;
    const folder = isOwn ? join(ROOT, 'dist', 'js') : join(ROOT, 'dist', 'siblings', minor, 'js');
    const [tarball, ...more] = existsSync(folder) ? readdirSync(folder).filter(file => file.endsWith('.tgz')) : [];
    if (tarball === undefined || more.length > 0) {
      throw new Error(`${folder} does not hold one package: remove dist, and run npx projen compile && npx projen post-compile && npx projen package:js && npm run siblings`);
    }
    return { name: isOwn ? name : `${name}-${minor}`, minor, tarball: join(folder, tarball) };
  });
}
