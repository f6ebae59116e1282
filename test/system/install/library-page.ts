/**
 * docs/library.md as a newcomer types it, in a new folder: its commands, its programs, and the shown output.
 */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Fence, fencesOf, ROOT, readPage } from '../../../testing/pages/markdown.js';

const fences = fencesOf(readPage('docs/library.md'));

/** Replaces texts of the page by those of the test: the path of the packed file, the port. */
type Replace = (text: string) => string;

/**
 * Types the page: writes each program, and runs the commands.
 *
 * @param folder an empty one
 * @param run    runs a program in the folder. @returns its output
 * @returns      the names of the programs that ran, in the page's order
 */
export function typeLibraryPage(
  folder: string,
  run: (program: string, ...args: readonly string[]) => string,
  replace: Replace,
): readonly string[] {
  const ran: string[] = [];
  for (const fence of fences.filter(({ info }) => info === 'js' || info === 'ts')) {
    expect(fence.file, `the program in line ${fence.line} of docs/library.md has no file name`).toBeDefined();
  }
  for (const fence of fences) {
    const output = outputBelow(fence);
    const { file } = fence;
    if (file !== undefined) writeFileSync(join(folder, file), `${replace(fence.text)}\n`);
    const isProgram = fence.info === 'js' && file !== undefined;
    if (!isProgram && fence.info !== 'sh') continue;
    const printed = isProgram ? run('node', file) : run('sh', '-ec', withoutInstall(replace(fence.text), folder));
    if (output !== undefined) expect(printed).toBe(`${output}\n`);
    ran.push(file ?? fence.text.split('\n').at(-1) ?? '');
  }
  return ran;
}

const outputBelow = (fence: Fence): string | undefined => {
  const next = fences[fences.indexOf(fence) + 1];
  return next?.info === 'text' ? next.text : undefined;
};

/** The compiler is that of the project: no second one is downloaded. */
function withoutInstall(text: string, folder: string): string {
  const line = 'npm install --save-dev typescript @types/node\n';
  if (!text.includes(line)) return text;
  const types = join(folder, 'node_modules/@types');
  mkdirSync(types, { recursive: true });
  if (!existsSync(join(types, 'node'))) symlinkSync(join(ROOT, 'node_modules/@types/node'), join(types, 'node'));
  return text.replace(line, '').replace('npx tsc', `node ${join(ROOT, 'node_modules/typescript/bin/tsc')}`);
}
