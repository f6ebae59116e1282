/**
 * `stele keys add`, `list` and `revoke`: the keys that clients read with.
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

function named(what: string): (text: string) => string {
  return (text) => {
    if (isName(text)) return text;
    throw new InvalidArgumentError(`"${text}" cannot name a ${what}: ${NAME_RULE}.`);
  };
}

/** @returns the instant as the file has it; of a day, its beginning in UTC */
function instant(text: string): string {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  if (isInstant(whole)) return whole;
  throw new InvalidArgumentError('Give a day such as 2027-01-31, or an instant such as 2027-01-31T18:00:00Z.');
}

function rate(text: string): number {
  const value = Number(text);
  if (/^\d{1,7}(\.\d{1,3})?$/.test(text) && isRate(value)) return value;
  throw new InvalidArgumentError(`Give ${RATE_RULE}.`);
}

const heads: readonly TableColumn[] = [
  leftColumn('name'),
  leftColumn('opens'),
  leftColumn('expires'),
  rightColumn('requests/s'),
  leftColumn('preview'),
];

const FILE = 'file of keys for serve --keys';

export function addCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('add')
    .description('let a client read: make a key, and print its secret once')
    .argument('<file>', `${FILE}; created if it is missing`, parsePath)
    .argument('<name>', 'name of the key in the log and the metrics', named('key'))
    .option('--space <name>', 'space that it opens; may repeat (default: every space)', repeatedParser(named('space')))
    .addOption(new Option('--expires <date>', 'when the key expires').argParser(instant))
    .addOption(new Option('--rate <number>', 'requests a second that it allows').argParser(rate))
    .option('--preview', 'let it read the snapshots that serve --preview names', false)
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
      const told = `Key "${name}" opens ${spacesInWords(key)}. Its secret follows. It is shown only now; ${file} has only its hash.\n`;
      io.stderr.write(`${told}Clients send it in a header: "Authorization: Bearer <secret>".\n`);
      io.stdout.write(`${secret}\n`);
    });
}

export function listCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('list')
    .description('show the keys that clients read with, without their secrets')
    .argument('<file>', FILE, parsePath)
    .action(async (file: string) => {
      const keys = await readKeys(file);
      const nowMs = Date.now();
      const rows = keys.map((key) => {
        const isOver = key.expires !== undefined && Date.parse(key.expires) <= nowMs;
        const expires = key.expires === undefined ? 'never' : `${key.expires}${isOver ? ' (expired)' : ''}`;
        const limit = key.rate === undefined ? 'any' : String(key.rate);
        return [key.name, spacesInWords(key), expires, limit, key.preview === true ? 'yes' : 'no'];
      });
      io.stdout.write(formatTable(heads, rows));
    });
}

export function revokeCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('revoke')
    .description('stop a client from reading: remove its key from the file')
    .argument('<file>', FILE, parsePath)
    .argument('<name>', 'name of the key')
    .action(async (file: string, name: string) => {
      await revokeKey(file, name);
      io.stderr.write(`Key "${name}" is revoked. Servers that read ${file} refuse it within moments.\n`);
    });
}
