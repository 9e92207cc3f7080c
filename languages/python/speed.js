// The same as speed.py, in TypeScript's run time: node speed.js FOLDER [bare]. FOLDER has the compiled library.
const fs = require('fs');
const { createRequire } = require('module');
const os = require('os');
const path = require('path');

const COUNT = 200;
const isBare = process.argv.includes('bare');
const requireFrom = createRequire(path.resolve(process.argv[2], 'package.json'));
const { App, Chart, Duration } = requireFrom('cdk8s');
const kplus = requireFrom(Object.keys(requireFrom('./package.json').peerDependencies).find(name => name.startsWith('cdk8s-plus-')));
const { NativeSidecar, StartupGate } = requireFrom('./');

const app = new App({ outdir: fs.mkdtempSync(path.join(os.tmpdir(), 'speed-')) });
const chart = new Chart(app, 'shop');
StartupGate.tcpSocket(11211); // as in Python, everything is loaded before

const [cpu, begin] = [process.cpuUsage(), performance.now()];
for (let number = 0; number < COUNT; number++) {
  const web = new kplus.Deployment(chart, `web${number}`, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  if (!isBare) {
    new NativeSidecar(web, 'cache', { image: 'ghcr.io/acme/cache:1.6.45', user: 11211, startup: StartupGate.tcpSocket(11211), shutdown: Duration.seconds(2) });
  }
}
const built = performance.now();
app.synth();
const end = performance.now();
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ wall: (end - begin) / 1000, synth: (end - built) / 1000, CPU: (user + system) / 1e6 }));
