/**
 * `stele keys add`, `list` and `revoke`: the keys with which clients read.
 */
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from 'commander';
import { isName, NAME_RULE } from '../../content/model/index.js';
import {
  addKey,
  EVERY_SPACE,
  isInstant,
  isRate,
  type NewKey,
  RATE_RULE,
  readKeys,
  revokeKey,
  spacesInWords,
} from '../../server/keys/index.js';
import { parsePath, repeatedParser } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { formatTable, leftColumn, rightColumn, type TableColumn } from '../table.js';

function parseName(noun: string): (text: string) => string {
  return (text) => {
    if (isName(text)) return text;
    throw new InvalidArgumentError(`"${text}" cannot name a ${noun}: ${NAME_RULE}.`);
  };
}

/** @param text an instant, or a day, which means its beginning in UTC. @returns the instant as the file stores it */
function parseInstant(text: string): string {
  const instantText = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  if (isInstant(instantText)) return instantText;
  throw new InvalidArgumentError('Give a day such as 2027-01-31, or an instant such as 2027-01-31T18:00:00Z.');
}

function parseRate(text: string): number {
  const value = Number(text);
  if (/^\d{1,7}(\.\d{1,3})?$/.test(text) && isRate(value)) return value;
  throw new InvalidArgumentError(`Give ${RATE_RULE}.`);
}

const columns: readonly TableColumn[] = [
  leftColumn('name'),
  leftColumn('opens'),
  leftColumn('expires'),
  rightColumn('requests/s'),
  leftColumn('preview'),
];

const FILE_DESCRIPTION = 'file of keys for serve --keys';

export function addCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('add')
    .description('create a key for a client, and print its secret once')
    .argument('<file>', `${FILE_DESCRIPTION}; created if it is missing`, parsePath)
    .argument('<name>', 'name of the key in the log and the metrics', parseName('key'))
    .option(
      '--space <name>',
      'space that the key opens; may repeat (default: every space)',
      repeatedParser(parseName('space')),
    )
    .addOption(new Option('--expires <date>', 'when the key expires').argParser(parseInstant))
    .addOption(
      new Option('--rate <number>', 'requests a second that the key allows (default: any number)').argParser(parseRate),
    )
    .option('--preview', 'allow the key to read the snapshots of serve --preview', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ stele keys add ./access.json website\n  $ stele keys add ./access.json partner --space shop --expires 2027-12-31 --rate 50',
    )
    .action(async (file: string, name: string, options) => {
      const { space = [EVERY_SPACE], expires, rate: perSecond, preview } = options;
      const key: NewKey = {
        name,
        spaces: space,
        ...(expires === undefined ? {} : { expires }),
        ...(perSecond === undefined ? {} : { rate: perSecond }),
        ...(preview ? { preview } : {}),
      };
      const secret = await addKey(file, key);
      const created = `Key "${name}" opens ${spacesInWords(key)}. Its secret follows. Store it now: ${file} has only its hash.\n`;
      io.stderr.write(`${created}Clients send it in a header: "Authorization: Bearer <secret>".\n`);
      io.stdout.write(`${secret}\n`);
    });
}

export function listCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('list')
    .description('list the keys of clients, without their secrets')
    .argument('<file>', FILE_DESCRIPTION, parsePath)
    .addHelpText('after', '\nExamples:\n  $ stele keys list ./access.json')
    .action(async (file: string) => {
      const keys = await readKeys(file);
      const nowMs = Date.now();
      const rows = keys.map((key) => {
        const isExpired = key.expires !== undefined && Date.parse(key.expires) <= nowMs;
        const expires = key.expires === undefined ? 'never' : `${key.expires}${isExpired ? ' (expired)' : ''}`;
        const limit = key.rate === undefined ? 'any' : String(key.rate);
        return [key.name, spacesInWords(key), expires, limit, key.preview === true ? 'yes' : 'no'];
      });
      io.stdout.write(formatTable(columns, rows));
    });
}

export function revokeCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('revoke')
    .description('revoke the key of a client: remove it from the file')
    .argument('<file>', FILE_DESCRIPTION, parsePath)
    .argument('<name>', 'name of the key')
    .addHelpText('after', '\nExamples:\n  $ stele keys revoke ./access.json website')
    .action(async (file: string, name: string) => {
      await revokeKey(file, name);
      io.stderr.write(`Key "${name}" is revoked. Servers that read ${file} refuse it within seconds.\n`);
    });
}
