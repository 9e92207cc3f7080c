import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package.json of the package under test: this one, or a sibling for another cdk8s-plus. */
export const OWN = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));

/** The name that users import. */
export const OWN_NAME: string = OWN.name;

/** The cdk8s-plus that it is for. */
export const OWN_PLUS: string = Object.keys(OWN.peerDependencies).find(name => name.startsWith('cdk8s-plus-'))!;
