/**
 * Entry of the generator on the command line; all of it is in `command`.
 */
import { run } from './command.js';

process.exitCode = await run(process.argv.slice(2), { out: console.log, err: console.error });
