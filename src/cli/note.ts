/**
 * What goes wrong beside the matter itself, and must not hide how that ended.
 */
import type { CommandIo } from './io.js';

/** @returns what takes an error and tells it as a note on stderr */
export const noteTo =
  (io: CommandIo) =>
  (error: unknown): void => {
    io.stderr.write(`note: ${error instanceof Error ? error.message : String(error)}\n`);
  };
