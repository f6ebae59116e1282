import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isUsageKnown, usageOf, watch } from '../../../bench/http/slices.js';
import { isThere } from '../../../testing/is-there.js';

const hasProc = isThere(isUsageKnown(), 'This system has no /proc, so this is not tried: the usage of processors.');

describe.runIf(hasProc)('usageOf', () => {
  it('a process with a child › the sum of both', async () => {
    const inner = 'setInterval(() => {}, 1000); console.log("up")';
    const outer = `const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: ['ignore', 'inherit', 'ignore'] });`;
    const child = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    try {
      await once(child.stdout, 'data');
      const own = usageOf(process.pid)?.residentBytes ?? 0;
      const both = usageOf(child.pid ?? 0)?.residentBytes ?? 0;
      // A Node that does nothing takes 30 MB and more; two of them take twice as much.
      expect(both).toBeGreaterThan(60e6);
      expect(own).toBeGreaterThan(30e6);
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });

  it('an ended process › undefined', () => {
    expect(usageOf(2 ** 22 + 1)).toEqual({ cpuMs: 0, residentBytes: 0 });
  });

  it('work › increases the processor time', async () => {
    const { result, cpuMs, generatorCpuMs } = await watch(process.pid, 2 ** 22 + 1, async () => {
      const until = process.cpuUsage().user + 200_000;
      while (process.cpuUsage().user < until);
      return 'done';
    });
    expect(result).toBe('done');
    expect(cpuMs).toBeGreaterThanOrEqual(150);
    expect(generatorCpuMs).toBe(0);
  });
});
