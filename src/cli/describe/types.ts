/**
 * `stele types`: the content model as TypeScript types.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Command, type CommandUnknownOpts } from 'commander';
import { contentTypes } from '../../api/describe/index.js';
import { diskFiles } from '../../format/files/index.js';
import { path } from '../arguments.js';
import { CommandFailed } from '../failure.js';
import type { CommandIo } from '../io.js';
import { readModel } from './read-model.js';

const examples = `
The file imports nothing. It has the items of each content type, and the names that filters, sorts and includes may use, so
that a wrong field does not compile: for fetch, Jsona, kitsu, and openSnapshot of this package. The same model gives the same
file.

Examples:
  $ stele types ./snapshots --out src/content.d.ts
  $ stele types ./export --out src/content.d.ts --check`;

export function typesCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('types')
    .description('write TypeScript types of the content: items, filters, sorts and includes')
    .argument('<folder>', 'folder of snapshots, or an export', path)
    .option('--out <file>', 'file to write, such as content.d.ts; absent: stdout', path)
    .option('--check', 'write nothing, and fail if the file is not up to date', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { out, check }, command) => {
      if (check && out === undefined) command.error('error: --check compares the file of --out; give one');
      const text = contentTypes(await readModel(diskFiles, folder));
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
