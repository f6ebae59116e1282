/**
 * `stele init`: writes a project with a small export to begin with.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { list, OperationError, shellWord } from '../../content/errors/index.js';
import { diskFiles, explainDiskFailure } from '../../format/files/index.js';
import { parsePath } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { loadProjectTypes } from '../ports/project-types.js';
import type { ClientName } from './clients.js';
import { dependencySpec } from './dependency.js';
import { projectFiles } from './files.js';

const examples = `
The command writes an export of five items with its model, a schema with which editors complete the model, types of the
content, and a package.json with commands that serve, build and write types. Existing files are never replaced.

--with adds a client that reads from the running server: a script (npm run ask), or a site with a page for each book, built by
Astro or Next.js (npm run site).

Examples:
  $ stele init
  $ stele init ./library
  $ stele init ./library --with astro`;

const clients = ['script', 'astro', 'next'] as const satisfies readonly ClientName[];

async function writeNewFile(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  await writeFile(file, text, { flag: 'wx' });
}

/** Creates the folder and its parents. Node's recursive mkdir never ends on a file system such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  if ((await diskFiles.stat(folder)) !== undefined) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder);
}

export function initCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('init')
    .description('write a small export to begin with, and print the next steps')
    .argument('[folder]', 'empty folder; created if it is missing', parsePath, '.')
    .addOption(new Option('--with <client>', 'also write a client of the content').choices(clients))
    .addHelpText('after', examples)
    .action(async (folder: string, { with: client }) => {
      const files = projectFiles(folder, await dependencySpec(folder), client, await loadProjectTypes());
      const fileStats = await Promise.all(files.map(([name]) => diskFiles.stat(join(folder, name))));
      const existingNames = files.map(([name]) => name).filter((_, index) => fileStats[index] !== undefined);
      if (existingNames.length > 0) {
        throw new OperationError(
          `${folder} already has ${list(existingNames)}. Nothing was written. Give an empty folder: stele init <folder>`,
        );
      }
      for (const [name, text] of files) {
        await writeNewFile(join(folder, name), text).catch((error: unknown) => {
          throw explainDiskFailure(error, { doing: `write ${join(folder, name)}`, again: 'run stele init again' });
        });
        io.stdout.write(`Wrote ${join(folder, name)}\n`);
      }
      io.stdout.write(`
Next, serve the export; it is built again whenever one of its files changes:
  ${folder === '.' ? '' : `cd ${shellWord(folder)} && `}npm install && npm run dev

Then open http://127.0.0.1:8080 in a browser,
or send a request from another terminal:
  curl -g 'http://127.0.0.1:8080/delivery/jsonapi/book?filter[_search]=salt&include=author'
The API is described at http://127.0.0.1:8080/docs
${client === undefined ? '' : `The client runs with npm run ${client === 'script' ? 'ask' : 'site'}\n`}`);
    });
}
