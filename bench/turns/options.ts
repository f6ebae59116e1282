/**
 * The command line of `npm run bench:turns`.
 */
import { type ContentOptions, contentCommand, parsed, sizesOf, wholeNumber } from '../harness/command.js';

export interface TurnsOptions extends ContentOptions {
  /** At half load, each server. */
  readonly seconds: number;
  /** To find out what the server can do at most. */
  readonly fullSeconds: number;
  readonly slices: number;
  /** Different questions, asked over and over of a server that keeps no answers. */
  readonly questions: number;
  /** Options of Node for the server. */
  readonly node: readonly string[];
}

const WHOLE = { items: 100_000, fullSeconds: 20, questions: 50_000 };
const SMOKE = { items: 2000, fullSeconds: 0.5, questions: 500 };
const smokeSeconds = 1;
/** Shorter than Node's HTTP server keeps a connection open that nothing is asked on: at a rate, some are hardly used. */
const sliceSeconds = 3;

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]): TurnsOptions {
  const { items, fullSeconds, questions } = sizesOf(args, WHOLE, SMOKE);
  const description =
    'Measures stalls: long turns of the event loop at half of what the server can do, cold, beside bare node:http.';
  const command = contentCommand('bench:turns', description, items)
    .option('--minutes <n>', 'time at half load, each server', wholeNumber(1, 600), 10)
    .option('--node-options <text>', 'options of Node for the server, such as --max-semi-space-size=32', '');
  type Given = ContentOptions & { readonly minutes: number; readonly nodeOptions: string };
  const { minutes, nodeOptions, ...content } = parsed<Given>(command, args);
  const seconds = content.smoke ? smokeSeconds : minutes * 60;
  const slices = Math.max(2, Math.ceil(seconds / sliceSeconds));
  const node = nodeOptions.split(' ').filter((option) => option !== '');
  return { ...content, seconds, fullSeconds, slices, questions, node };
}
