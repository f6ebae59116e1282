/**
 * README.md as a newcomer types it: its export, its commands, and the shown output.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type Fence, fencesOf, readPage } from '../../testing/pages/markdown.js';
import { matchesText } from './examples/elision.js';

export const fences = fencesOf(readPage('README.md'));
export const scripts = fences.filter(({ info }) => info === 'sh');

/** How its commands begin, in a checkout and where the package is installed. */
export const prefix = 'npx stele ';
/** Whether some line of a script is one of its commands; lines before it may make files. */
export const runs = ({ text }: Fence): boolean => text.split('\n').some((line) => line.startsWith(prefix));
export const serves = ({ text }: Fence): boolean => text.startsWith(`${prefix}serve `);
export const asks = ({ text }: Fence): boolean => text.startsWith('curl ');
/** In order. */
export const ending = scripts.filter((script) => runs(script) && !serves(script));

/** The output shown below a script, if any. */
export const shownBelow = (script: Fence | undefined): string | undefined => {
  const next = script && fences[fences.indexOf(script) + 1];
  return next?.info === 'text' || next?.info === 'json' ? next.text : undefined;
};

export const expectShown = (shown: string | undefined, found: string): void => {
  const isAsShown = shown === undefined || matchesText(shown.trimEnd(), found.trimEnd());
  expect(isAsShown, `shown:\n${shown}\nfound:\n${found}`).toBe(true);
};

export function writeExport(folder: string): void {
  for (const { file, text } of fences) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
}
