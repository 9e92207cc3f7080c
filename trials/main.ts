// Tries changes that people make most often, each in a copy of the repository, and shows which files they touch: npm run trial:changes [-- NAME...]
import { RepositoryCopy } from './copy';
import { TRIALS } from './trials';

const wanted = process.argv.slice(2);
const unknown = wanted.find(name => !(name in TRIALS));
if (unknown !== undefined) {
  console.error(`there is no trial '${unknown}': choose from ${Object.keys(TRIALS).join(', ')}`);
  process.exit(2);
}

let failed = 0;
for (const [name, tryIt] of Object.entries(TRIALS).filter(([one]) => wanted.length === 0 || wanted.includes(one))) {
  const copy = new RepositoryCopy();
  try {
    const expected = tryIt(copy);
    const others = copy.changed().filter(file => !expected.includes(file));
    if (others.length > 0) {
      throw new Error(`it also changes ${others.join(', ')}`);
    }
    console.log(`ok      ${name}: ${expected.join(', ')}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${(error as Error).message}`);
  } finally {
    copy.remove();
  }
}
process.exitCode = failed === 0 ? 0 : 1;
