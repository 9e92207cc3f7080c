// Runs the command from its sources: npm run cli -- check pod.yaml
import { readFileSync } from 'node:fs';
import { main } from '../src/cli/main';

const io = {
  out: (text: string) => { process.stdout.write(text); },
  err: (text: string) => { process.stderr.write(text); },
  stdin: async () => readFileSync(0),
};

void main(process.argv.slice(2), io).then(exitCode => { process.exitCode = exitCode; });
