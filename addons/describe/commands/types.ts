/**
 * `stele types`: writes TypeScript types of the content, or checks that a written file is up to date.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { Command, type CommandUnknownOpts } from 'commander';
import { CommandFailed, type CommandIo, parsePath } from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { findKnownValues, openCurrent } from '../../../src/index/snapshot/index.js';
import { writeContentTypes } from '../types/write-types.js';
import { isExport, readModel } from './read-model.js';

const examples = `
The file has types for the items of each content type, and for the names in filters, sorts and includes, so that a wrong name
does not compile. It works with connect and openSnapshot of this package, fetch, Jsona and kitsu, and imports nothing. For a
snapshot the types are exact for today's values: a field that every item has is not null, and a select lists its existing
values. Write the file again after a build that changes them. The same snapshot or model always gives the same file.

Examples:
  $ stele types ./snapshots --out src/content.d.ts
  $ stele types ./export --out src/content.d.ts --check`;

/** Reads the model of an export, or the model and the existing values of a snapshot. */
async function writeTypes(folder: string): Promise<string> {
  if (await isExport(diskFiles, folder)) return writeContentTypes(await readModel(diskFiles, folder));
  const space = await openCurrent(diskFiles, folder);
  return writeContentTypes(space.model, findKnownValues(space));
}

export function typesCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('types')
    .description('write TypeScript types of the content: items, filters, sorts and includes')
    .argument('<folder>', 'folder of snapshots, or an export', parsePath)
    .option('--out <file>', 'file to write, such as content.d.ts (default: standard output)', parsePath)
    .option('--check', 'write nothing, and fail if the file is outdated', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { out, check }, command) => {
      if (check && out === undefined) command.error('--check compares the file of --out; give --out');
      const text = await writeTypes(folder);
      if (out === undefined) {
        io.stdout.write(text);
        return;
      }
      if (!check) {
        await writeFile(out, text);
        io.stdout.write(`Wrote ${out}\n`);
        return;
      }
      const currentText = await readFile(out, 'utf8').catch(() => undefined);
      if (currentText === text) return;
      const fault = currentText === undefined ? 'cannot be read' : 'is not up to date with the content model';
      io.stderr.write(`stele: ${out} ${fault}. Write it with: stele types ${folder} --out ${out}\n`);
      throw new CommandFailed(fault);
    });
}
