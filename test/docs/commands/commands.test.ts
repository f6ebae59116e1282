/**
 * docs/run/cli.md › the help of each command is the one that the command prints. STELE_WRITE=1 writes it.
 *
 * Elsewhere: the tables of options and their defaults (run).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { stele } from '../../../testing/cli/stele.js';
import { ROOT } from '../../../testing/pages/markdown.js';

const page = join(ROOT, 'docs/run/cli.md');
const HEADING = '\n## Help of each command\n';

/** @returns the names of all commands, in the order of the help: `keys`, `keys add` */
async function commandNames(): Promise<readonly string[]> {
  const io = { stdout: new PassThrough(), stderr: new PassThrough(), env: {}, untilStopped: () => Promise.resolve() };
  const { commands } = await createProgram(io);
  return commands.flatMap((command) => [
    command.name(),
    ...command.commands.map((child) => `${command.name()} ${child.name()}`),
  ]);
}

async function helpSection(name: string): Promise<string> {
  const { stdout } = await stele([...name.split(' '), '--help'], { isTTY: true, columns: 100 });
  return `\n### ${name}\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\`\n`;
}

it.runIf(hasAddOns('import', 'describe', 'sql', 'tune'))('docs/run/cli.md › has the help of each command', async () => {
  const sections: string[] = [];
  for (const name of await commandNames()) sections.push(await helpSection(name));
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(HEADING) + HEADING.length;
  if (process.env['STELE_WRITE'] === '1') writeFileSync(page, text.slice(0, start) + sections.join(''));
  else
    expect(text.slice(start), 'to write it: STELE_WRITE=1 npx vitest run test/docs/commands').toBe(sections.join(''));
});
