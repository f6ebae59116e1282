/**
 * `stele query`: prints one document, as the server would send it, without a server.
 */
import { join } from 'node:path';
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from 'commander';
import { OperationError, RequestError, shellWord } from '../../content/errors/index.js';
import type { ContentModel } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { renderErrors } from '../../jsonapi/index.js';
import { DEFAULT_BASE, DEFAULT_MAX_COST_MS, splitTarget, type Target } from '../../server/index.js';
import { wholeNumberParser, withAddOnOptions } from '../arguments.js';
import { CommandFailed } from '../failure.js';
import type { CommandIo, Output } from '../io.js';
import { type Database, isDatabaseUrl } from '../ports/database.js';
import { openSource } from '../source/index.js';
import { explanationText } from './explanation.js';

const examples = `
The path is the part of a URL after the delivery root. A whole URL, or a path with ${DEFAULT_BASE}, is accepted too.
The document goes to stdout: indented on a terminal, byte for byte as the server sends it to a file or a pipe. If the request has
mistakes, they go to stderr, in words on a terminal and as the error document otherwise, and the exit code is 1. With --explain, given last, stdout shows how the request is answered instead: the structure that
answers each condition, the number of items that it selects, the compared costs, and the time of each step.

Examples:
  $ stele query ./snapshots /
  $ stele query ./snapshots '/book?filter[title][_startsWith]=The&sort=-published' --pretty
  $ stele query ./snapshots '/book/the-salt-road?include=author,reviews&page[reviews][limit]=5'
  $ stele query ./snapshots '/book?filter[price][_lt]=10&filter[genre][_eq]=Fiction&sort=title' --explain
  $ stele query postgres://stele@db.example/content '/book?sort=title'
  $ stele query ./snapshots 'http://127.0.0.1:8080${DEFAULT_BASE}/country?sort=name'`;

const absoluteUrl = /^https?:\/\/[^/?#]*/i;

/**
 * @param requestText path and query below the delivery root, path and query with the root, or a whole URL
 * @param isType      whether the space has a content type of that name; a path may then begin with it
 * @throws OperationError for a URL that is not below the delivery root
 */
function parseTarget(requestText: string, isType: (name: string) => boolean): Target {
  const isUrl = absoluteUrl.test(requestText);
  const pathAndQuery = requestText.replace(absoluteUrl, '');
  const { path, search } = splitTarget(pathAndQuery.startsWith('/') ? pathAndQuery : `/${pathAndQuery}`);
  const root = `${path}/`.indexOf(`${DEFAULT_BASE}/`);
  if (root >= 0 && (isUrl || !isType(path.split('/')[1] ?? ''))) {
    return { path: path.slice(root + DEFAULT_BASE.length), search };
  }
  if (!isUrl) return { path, search };
  throw new OperationError(
    `The URL "${requestText}" is not below the delivery root ${DEFAULT_BASE}. Give the path after the root, such as "/book?sort=title".`,
  );
}

/** Ends with wrong usage if the path of the request stands before the folder. */
async function refuseSwapped(place: string, target: string, command: CommandUnknownOpts): Promise<void> {
  if (target.includes('?') || isDatabaseUrl(place)) return;
  const paths = [place, join(target, 'CURRENT')];
  const [placeEntry, currentEntry] = await Promise.all(paths.map((path) => diskFiles.stat(path)));
  if (placeEntry === undefined && currentEntry !== undefined)
    command.error(`give the folder first: stele query ${shellWord(target)} ${shellWord(place)}`);
}

const explainFormats = ['text', 'json'] as const;

/** @throws InvalidArgumentError, also for the path of a request, which commander takes for the format if it is next */
function parseExplainFormat(text: string): (typeof explainFormats)[number] {
  const format = explainFormats.find((name) => name === text);
  if (format !== undefined) return format;
  throw new InvalidArgumentError(
    'Allowed choices are text, json. Without a format, put --explain last, after the path.',
  );
}

/** Indents the document on a terminal; otherwise the bytes are exactly the server's. */
function writeDocument(output: Output, document: Buffer, isPretty: boolean): void {
  if (isPretty || output.isTTY === true)
    output.write(`${JSON.stringify(JSON.parse(document.toString()), undefined, 2)}\n`);
  else output.write(document);
}

/** Writes the mistakes of a request: in words on a terminal, otherwise as the error document that the server would send. */
function writeMistakes(output: Output, { problems }: RequestError, isPretty: boolean): void {
  if (isPretty || output.isTTY !== true) {
    writeDocument(output, renderErrors(problems), isPretty);
    return;
  }
  for (const { code, detail, parameter, header } of problems) {
    const place = parameter ?? header;
    output.write(`stele: ${place === undefined ? '' : `${place}: `}${detail} (${code})\n`);
  }
}

export const queryCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    withAddOnOptions(
      new Command('query')
        .description('print the document that the server would send, without a server')
        .argument('<snapshots>', 'folder of snapshots, or postgres://… for a database with a load')
        .argument('<path>', 'path and query below the delivery root, such as "/book?sort=title"')
        .option('--pretty', 'indent the document, to a file or a pipe too', false)
        .option(
          '--max-cost <ms>',
          'limit on the estimated time of an answer from a snapshot; --explain has no limit',
          wholeNumberParser(1),
          DEFAULT_MAX_COST_MS,
        ),
      database?.flags(),
    )
      .addOption(
        new Option('--explain [format]', 'print how the request is answered instead, as text or json')
          .choices(explainFormats)
          .argParser(parseExplainFormat)
          .preset('text'),
      )
      .option('--sql', 'print the SQL with which a database answers the request instead, for psql', false)
      .addHelpText('after', examples)
      .action(async (place: string, target: string, options, command) => {
        await refuseSwapped(place, target, command);
        try {
          const source = await openSource(place, options, database);
          const targetIn = ({ contentTypes }: ContentModel): Target =>
            parseTarget(target, (name) => contentTypes.has(name));
          const question = { targetIn, base: DEFAULT_BASE, maxCostMs: options.maxCost };
          if (options.sql) {
            io.stdout.write(await source.statements(question));
            return;
          }
          if (options.explain === undefined) {
            writeDocument(io.stdout, await source.answer(question), options.pretty);
            return;
          }
          const explained = await source.explain(question);
          io.stdout.write(
            options.explain === 'json' ? `${JSON.stringify(explained, undefined, 2)}\n` : explanationText(explained),
          );
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          writeMistakes(io.stderr, error, options.pretty);
          throw new CommandFailed(error.message);
        }
      });
