import { createRequire } from 'module';
import { cpuMsOf, Usage } from '../usage';

const load = createRequire(__filename);
const usage: Usage = { cpuMs: cpuMsOf(() => process.argv.slice(2).forEach(module => load(module))), peakMb: 0 };

process.stdout.write(JSON.stringify(usage));
