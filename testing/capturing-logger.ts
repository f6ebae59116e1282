/**
 * A logger that stores its lines for tests.
 */
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

/** @returns the lines written so far, growing, one JSON object each */
export function capturingLogger(level: string): { readonly lines: string[]; readonly logger: Logger } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, logger: pino({ level }, stream) };
}
