// Loaded before the command: when its process ends, it tells on standard error what the process has used.
import { writeSync } from 'fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(2, JSON.stringify({ cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1024 }));
});
