/**
 * The examples of docs/ask/clients.md, each run as a module and compared with the output below it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fencesOf, readPage } from '../pages/markdown.js';

const SHOWN = 'http://127.0.0.1:8080/delivery/jsonapi';

export interface ClientExample {
  readonly client: string;
  readonly program: string;
  /** Output of the example. */
  readonly printed: string;
}

/** @returns the examples of the page, in its order. @throws if one lacks its output */
export function clientExamples(): readonly ClientExample[] {
  const fences = fencesOf(readPage('docs/ask/clients.md'));
  return fences.flatMap(({ info, text, line }, place) => {
    if (!info.startsWith('js ')) return [];
    const below = fences[place + 1];
    if (below?.info !== 'text')
      throw new Error(`docs/ask/clients.md, line ${line}: below the example stands not what it prints`);
    return [{ client: info.slice(3), program: text, printed: below.text }];
  });
}

interface Running {
  /** Code that a framework would run before. */
  readonly prelude?: string;
  readonly nodeOptions?: readonly string[];
}

/** @returns the output of Node for the file that `write` writes into a folder of `home` and names */
async function runIn(
  home: URL,
  name: string,
  nodeOptions: readonly string[],
  write: (folder: string) => string,
): Promise<string> {
  const folder = join(fileURLToPath(home), `.example-${name}.tmp`);
  mkdirSync(folder, { recursive: true });
  try {
    // The server is in this process, which must not wait.
    const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptions, write(folder)]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const written = (folder: string, name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `${text}\n`);
  return file;
};

/**
 * Runs the programs one after the other as modules of one process, as starting Node and loading libraries takes longer
 * than they do. They are written into a folder from which Node finds their libraries.
 *
 * @returns the output of each, and the reason if one fails
 */
export async function runPrograms(
  name: string,
  programs: readonly string[],
  home: URL,
  { prelude = '', nodeOptions = [] }: Running = {},
): Promise<readonly string[]> {
  const mark = '\u0000';
  const all = await runIn(home, name, nodeOptions, (folder) => {
    const files = programs.map((program, place) => {
      written(folder, `${place}.mjs`, program);
      return `./${place}.mjs`;
    });
    written(folder, 'prelude.mjs', prelude);
    return written(
      folder,
      'all.mjs',
      `import './prelude.mjs';
for (const file of ${JSON.stringify(files)}) {
  await import(file).catch((error) => console.log(error));
  process.stdout.write('${mark}');
}`,
    );
  });
  return all.split(mark).slice(0, -1);
}

/**
 * Runs the program in a process of its own, in a folder from which Node finds its libraries.
 *
 * @param base address of the bookshop's server; it replaces the address in the examples
 * @param home a folder next to or below `node_modules`, as a URL
 */
export async function runExample(
  { client, program }: ClientExample,
  base: string,
  home: URL,
  { prelude = '', nodeOptions = [] }: Running = {},
): Promise<string> {
  return runIn(home, client, nodeOptions, (folder) =>
    written(folder, 'example.mjs', `${prelude}${program.replaceAll(SHOWN, base)}`),
  );
}
