/**
 * Preloaded into a process (`node --import`): at its end writes its peak memory in bytes to the file in
 * STELE_PEAK_FILE.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** The peak that Linux counts starts with the program; the peak of getrusage starts with that of the parent. */
function peakBytes(): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (found?.[1] !== undefined) return Number(found[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

const file = process.env['STELE_PEAK_FILE'];
if (file !== undefined) process.on('exit', () => writeFileSync(file, String(peakBytes())));
