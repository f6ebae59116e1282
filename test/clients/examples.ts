/**
 * The examples of docs/api.md › From your client: each is run as a module, and prints what stands below it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fencesOf, readPage } from '../docs/markdown.js';

const SHOWN = 'http://127.0.0.1:8080/delivery/jsonapi';

export interface ClientExample {
  readonly client: string;
  readonly program: string;
  /** What it prints. */
  readonly printed: string;
}

/** @returns those of the page, in its order. @throws where one lacks what it prints */
export function clientExamples(): readonly ClientExample[] {
  const fences = fencesOf(readPage('docs/api.md'));
  return fences.flatMap(({ info, text, line }, place) => {
    if (!info.startsWith('js ')) return [];
    const below = fences[place + 1];
    if (below?.info !== 'text')
      throw new Error(`docs/api.md, line ${line}: below the example stands not what it prints`);
    return [{ client: info.slice(3), program: text, printed: below.text }];
  });
}

/**
 * Runs the program in a process of its own. It lies in a folder from which its libraries are found.
 *
 * @param base where the bookshop is served: it stands for the address of the examples
 * @param home a folder beside or below `node_modules`, as a URL
 * @param prelude code that a framework would run before
 */
export async function runExample(
  { client, program }: ClientExample,
  base: string,
  home: URL,
  { prelude = '', nodeOptions = [] as readonly string[] } = {},
): Promise<string> {
  const folder = join(fileURLToPath(home), `.example-${client}.tmp`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, `${prelude}${program.replaceAll(SHOWN, base)}\n`);
    // The server is in this process, which must not wait.
    const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptions, file]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
