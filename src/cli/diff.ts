/**
 * `stele diff`: what changed from one snapshot to another, and what caches must drop.
 */
import { once } from 'node:events';
import { Command } from 'commander';
import { choosePair, compareModels, eachTypeChanges, openPair } from '../diff/index.js';
import { diskFiles } from '../files/index.js';
import { whole } from './arguments.js';
import { diffJson } from './diff-json.js';
import { diffText, type TypeText, typeText } from './diff-text.js';
import type { CommandIo, Output } from './io.js';

const examples = `
A snapshot is named by its id, or the first 8 digits or more, or is CURRENT or PREVIOUS. An item is changed where one of
its own fields is, links included. The exit code is 0 whether anything differs or not.

Examples:
  $ stele diff ./snapshots
  $ stele diff ./snapshots 0123abcd CURRENT --limit 100
  $ stele diff ./snapshots --json | jq '.types[] | {name, added, changed, removed}'`;

interface DiffOptions {
  readonly json: boolean;
  readonly limit: number;
}

const pieceLength = 65_536;

/** Writes the pieces, gathered into larger ones, no faster than they are taken. */
async function writeAll(output: Output, pieces: AsyncIterable<string>): Promise<void> {
  let gathered = '';
  const write = async (): Promise<void> => {
    if (!output.write(gathered)) await once(output, 'drain');
    gathered = '';
  };
  for await (const piece of pieces) {
    gathered += piece;
    if (gathered.length >= pieceLength) await write();
  }
  await write();
}

export function diffCommand(io: CommandIo): Command {
  return new Command('diff')
    .description('show what changed from one snapshot to another: items added, changed and removed, and which fields')
    .argument('<snapshots>', 'folder the snapshots are kept in')
    .argument('[before]', 'the earlier snapshot; absent: PREVIOUS, the one served before')
    .argument('[after]', 'the later one; absent: CURRENT, the one being served')
    .option('--limit <number>', 'how many ids of each kind are shown of a type; --json has all', whole(0), 20)
    .option('--json', 'print all of it as JSON', false)
    .addHelpText('after', examples)
    .action(async (folder: string, before: string | undefined, after: string | undefined, options: DiffOptions) => {
      const chosen = await choosePair(diskFiles, folder, before, after);
      if (chosen.isGuessed) {
        io.stderr.write('what was served before is not recorded here: comparing with the one built before it\n');
      }
      const pair = await openPair(diskFiles, folder, chosen.before, chosen.after);
      const model = compareModels(pair.before.manifest.model, pair.after.manifest.model);
      const types = eachTypeChanges(pair, (step) => io.stderr.write(`comparing: ${step}\n`));
      if (options.json) {
        await writeAll(io.stdout, diffJson(chosen, model, types));
        return;
      }
      const texts: TypeText[] = [];
      for await (const changes of types) texts.push(typeText(changes, options.limit));
      io.stdout.write(diffText(chosen, model, texts));
    });
}
