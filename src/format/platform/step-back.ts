/**
 * Undocumented: on Linux, `os.setPriority` without a process id sets the priority of the calling thread only.
 * Source: setpriority(2), "C library/kernel differences".
 */
import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread below other threads of the machine, for good. Does nothing on systems where priorities
 * belong to processes.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Forbidden, or the priority is lower already: nothing changes.
  }
}
