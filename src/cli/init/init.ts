/**
 * `stele init`: a folder to begin with.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { list, OperationError } from '../../content/errors/index.js';
import { diskFiles, explainDiskFailure } from '../../format/files/index.js';
import { parsePath } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { loadProjectTypes } from '../ports/project-types.js';
import type { ClientName } from './clients.js';
import { dependencyFrom } from './dependency.js';
import { projectFiles } from './files.js';

const examples = `
It writes an export of five items with its model, the schema by which editors complete the model, types of the content, and a
package.json with the commands that serve, build and write types, which depends on what this stele was installed from. Nothing
that is there is replaced. With a client, there is also a program that asks the server while it runs: a script (npm run ask), or
a site with a page of each book, made by Astro or Next.js (npm run site).

Examples:
  $ stele init
  $ stele init ./library
  $ stele init ./library --with astro`;

const clients = ['script', 'astro', 'next'] as const satisfies readonly ClientName[];

async function write(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  await writeFile(file, text, { flag: 'wx' });
}

/** Node's own way never ends where a file system says that what is there is not, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  if ((await diskFiles.stat(folder)) !== undefined) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder);
}

export function initCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('init')
    .description('write a small export to begin with, and say what to do next')
    .argument('[folder]', 'empty folder; created if it is missing', parsePath, '.')
    .addOption(new Option('--with <client>', 'write a client of the content besides').choices(clients))
    .addHelpText('after', examples)
    .action(async (folder: string, { with: client }) => {
      const files = projectFiles(await dependencyFrom(folder), client, await loadProjectTypes());
      const found = await Promise.all(files.map(([name]) => diskFiles.stat(join(folder, name))));
      const taken = files.map(([name]) => name).filter((_, index) => found[index] !== undefined);
      if (taken.length > 0) {
        throw new OperationError(
          `${folder} already has ${list(taken)}, and nothing was replaced. Give an empty folder: stele init <folder>`,
        );
      }
      for (const [name, text] of files) {
        await write(join(folder, name), text).catch((error: unknown) => {
          throw explainDiskFailure(error, { doing: `write ${join(folder, name)}`, again: 'run stele init again' });
        });
        io.stdout.write(`Wrote ${join(folder, name)}\n`);
      }
      io.stdout.write(`
Next, serve it, and build it again whenever a file of it changes:
  ${folder === '.' ? '' : `cd ${/\s/.test(folder) ? `"${folder}"` : folder} && `}npm install && npm run dev

Then look around in a browser: http://127.0.0.1:8080
or ask, from another terminal:
  curl -g 'http://127.0.0.1:8080/delivery/jsonapi/book?filter[_search]=salt&include=author'
What can be asked is described at http://127.0.0.1:8080/docs
${client === undefined ? '' : `and npm run ${client === 'script' ? 'ask' : 'site'} asks it\n`}`);
    });
}
