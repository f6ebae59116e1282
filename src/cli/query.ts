/**
 * `stele query`: one document, the same that the server would send, without a server.
 */
import { Command } from 'commander';
import { RequestError } from '../errors/index.js';
import { diskFiles } from '../files/index.js';
import { answer, parseRequest, renderErrors } from '../jsonapi/index.js';
import { DEFAULT_BASE, splitTarget } from '../server/index.js';
import { openCurrent } from '../snapshot/index.js';
import { CommandFailed } from './failure.js';
import type { CommandIo, Output } from './io.js';

const examples = `
The path is what follows the delivery root in a URL. The document goes to stdout byte for byte; of a request with
mistakes, the error document goes to stderr and the exit code is 1.

Examples:
  $ stele query ./snapshots /
  $ stele query ./snapshots '/book?filter[title][_startsWith]=The&sort=-published' --pretty
  $ stele query ./snapshots '/book/book-1?include=author,reviews&page[reviews][limit]=5'`;

interface QueryOptions {
  readonly pretty: boolean;
}

function write(output: Output, document: Buffer, pretty: boolean): void {
  // The shell's prompt shall not follow the closing brace; elsewhere the bytes are exactly the server's.
  if (pretty) output.write(`${JSON.stringify(JSON.parse(document.toString()), undefined, 2)}\n`);
  else output.write(output.isTTY === true ? `${document}\n` : document);
}

export function queryCommand(io: CommandIo): Command {
  return new Command('query')
    .description('print the document that the server would send, without a server')
    .argument('<snapshots>', 'folder the snapshots are kept in')
    .argument('<path>', 'path and query below the delivery root, such as "/book?sort=title"')
    .option('--pretty', 'indent the document for reading', false)
    .addHelpText('after', examples)
    .action(async (folder: string, target: string, options: QueryOptions) => {
      const space = await openCurrent(diskFiles, folder);
      try {
        const { path, search } = splitTarget(target.startsWith('/') ? target : `/${target}`);
        write(io.stdout, answer(space, parseRequest(space.model, path, search), DEFAULT_BASE), options.pretty);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        write(io.stderr, renderErrors(error.problems), options.pretty);
        throw new CommandFailed(error.message);
      }
    });
}
