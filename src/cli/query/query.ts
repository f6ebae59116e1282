/**
 * `stele query`: one document, the same that the server would send, without a server.
 */
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { OperationError, RequestError } from '../../content/errors/index.js';
import type { ContentModel } from '../../content/model/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import { DEFAULT_BASE, DEFAULT_MAX_COST_MS, splitTarget, type Target } from '../../server/index.js';
import { wholeNumberParser, withAddOnOptions } from '../arguments.js';
import { CommandFailed } from '../failure.js';
import type { CommandIo, Output } from '../io.js';
import type { Database } from '../ports/database.js';
import { openSource } from '../source/index.js';
import { explanationText } from './explanation.js';

const examples = `
The path is what follows the delivery root in a URL; a whole URL, or a path with ${DEFAULT_BASE} in it, is understood
too. The document goes to stdout byte for byte; of a request with
mistakes, the error document goes to stderr and the exit code is 1. With --explain, given last, stdout shows how the
query is answered instead: what answers each condition, how many items it selects, what was weighed, and the time of
each step.

Examples:
  $ stele query ./snapshots /
  $ stele query ./snapshots '/book?filter[title][_startsWith]=The&sort=-published' --pretty
  $ stele query ./snapshots '/book/the-salt-road?include=author,reviews&page[reviews][limit]=5'
  $ stele query ./snapshots '/book?filter[price][_lt]=10&filter[genre][_eq]=Fiction&sort=title' --explain
  $ stele query postgres://stele@db.example/content '/book?sort=title'
  $ stele query ./snapshots 'http://127.0.0.1:8080${DEFAULT_BASE}/country?sort=name'`;

const absoluteUrl = /^https?:\/\/[^/?#]*/i;

/**
 * @param given path and query below the delivery root; or with the root, or a whole URL, as copied from a link
 * @param isType whether the space has a content type of that name, which a path may then begin with
 * @throws OperationError for a URL of something else
 */
function targetOf(given: string, isType: (name: string) => boolean): Target {
  const isUrl = absoluteUrl.test(given);
  const local = given.replace(absoluteUrl, '');
  const { path, search } = splitTarget(local.startsWith('/') ? local : `/${local}`);
  const root = `${path}/`.indexOf(`${DEFAULT_BASE}/`);
  if (root >= 0 && (isUrl || !isType(path.split('/')[1] ?? ''))) {
    return { path: path.slice(root + DEFAULT_BASE.length), search };
  }
  if (!isUrl) return { path, search };
  throw new OperationError(
    `The URL "${given}" is not below a delivery root, ${DEFAULT_BASE}; give the path after it, such as "/book?sort=title".`,
  );
}

const explainFormats = ['text', 'json'] as const;

function write(output: Output, document: Buffer, pretty: boolean): void {
  // The shell's prompt shall not follow the closing brace; elsewhere the bytes are exactly the server's.
  if (pretty) output.write(`${JSON.stringify(JSON.parse(document.toString()), undefined, 2)}\n`);
  else output.write(output.isTTY === true ? `${document}\n` : document);
}

export const queryCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    withAddOnOptions(
      new Command('query')
        .description('print the document that the server would send, without a server')
        .argument('<snapshots>', 'folder of snapshots, or postgres://…: a database with a load')
        .argument('<path>', 'path and query below the delivery root, such as "/book?sort=title"')
        .option('--pretty', 'indent the document for reading', false)
        .option(
          '--max-cost <ms>',
          'of snapshots: limit on the estimated time; --explain has no limit',
          wholeNumberParser(1),
          DEFAULT_MAX_COST_MS,
        ),
      database?.flags(),
    )
      .addOption(
        new Option('--explain [format]', 'print how the query is answered instead, as text or json')
          .choices(explainFormats)
          .preset('text'),
      )
      .addHelpText('after', examples)
      .action(async (place: string, target: string, options) => {
        try {
          const source = await openSource(place, options, database);
          const targetIn = ({ contentTypes }: ContentModel): Target =>
            targetOf(target, (name) => contentTypes.has(name));
          const question = { targetIn, base: DEFAULT_BASE, maxCostMs: options.maxCost };
          if (options.explain === undefined) {
            write(io.stdout, await source.answer(question), options.pretty);
            return;
          }
          const explained = await source.explain(question);
          io.stdout.write(
            options.explain === 'json' ? `${JSON.stringify(explained, undefined, 2)}\n` : explanationText(explained),
          );
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          write(io.stderr, renderErrors(error.problems), options.pretty);
          throw new CommandFailed(error.message);
        }
      });
