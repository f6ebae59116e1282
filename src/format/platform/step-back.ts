/**
 * Undocumented: on Linux a priority is a thread's, and `os.setPriority` without a process sets that of the thread which
 * calls it. Source: setpriority(2), "C library/kernel differences".
 */
import { constants, setPriority } from 'node:os';

/**
 * Lets the other threads of the machine go first from now on, where both want a processor; does nothing where a priority is
 * the whole process's. There is no way back.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where it is forbidden, or the priority is lower already, all goes on as before.
  }
}
