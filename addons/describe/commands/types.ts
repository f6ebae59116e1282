/**
 * `stele types`: the content model as TypeScript types.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { Command, type CommandUnknownOpts } from 'commander';
import { CommandFailed, type CommandIo, parsePath } from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { knownValues, openCurrent } from '../../../src/index/snapshot/index.js';
import { contentTypes } from '../types/write-types.js';
import { isExport, readModel } from './read-model.js';

const examples = `
The file imports nothing. It has the items of each content type, and the names that filters, sorts and includes may use, so
that a wrong field does not compile: for connect and openSnapshot of this package, fetch, Jsona and kitsu. Of a snapshot, a
field that every item has is not null, and a select is its options and what else there is, today: write the file again after
a build that changes this. The same snapshot, or the same model of an export, gives the same file.

Examples:
  $ stele types ./snapshots --out src/content.d.ts
  $ stele types ./export --out src/content.d.ts --check`;

/** Of an export only the model is read, of a snapshot what values there are too. */
async function typesOf(folder: string): Promise<string> {
  if (await isExport(diskFiles, folder)) return contentTypes(await readModel(diskFiles, folder));
  const space = await openCurrent(diskFiles, folder);
  return contentTypes(space.model, knownValues(space));
}

export function typesCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('types')
    .description('write TypeScript types of the content: items, filters, sorts and includes')
    .argument('<folder>', 'folder of snapshots, or an export', parsePath)
    .option('--out <file>', 'file to write, such as content.d.ts; absent: stdout', parsePath)
    .option('--check', 'write nothing, and fail if the file is not up to date', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { out, check }, command) => {
      if (check && out === undefined) command.error('error: --check compares the file of --out; give one');
      const text = await typesOf(folder);
      if (out === undefined) {
        io.stdout.write(text);
        return;
      }
      if (!check) {
        await writeFile(out, text);
        io.stdout.write(`Wrote ${out}\n`);
        return;
      }
      const found = await readFile(out, 'utf8').catch(() => undefined);
      if (found === text) return;
      const wrong = found === undefined ? 'cannot be read' : 'is not up to date with the content model';
      io.stderr.write(`stele: ${out} ${wrong}. Write it with: stele types ${folder} --out ${out}\n`);
      throw new CommandFailed(wrong);
    });
}
