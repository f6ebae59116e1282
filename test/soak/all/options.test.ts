/**
 * The options of `npm run soak`: docs/reliability.md says what they are, and wrong ones are refused.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { type AllOptions, allCommand } from '../../../soak/all/options.js';
import { FILES_ALLOWED, LOADING_ALLOWED_MS, MEMORY_GROWTH_MAXIMUM } from '../../../soak/all/verdict.js';
import { ROOT } from '../../../soak/root.js';

const page = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
const section = page.slice(page.indexOf('## Everything together')).replace(/\s+/g, ' ');

async function parsed(args: readonly string[]): Promise<AllOptions> {
  let found: AllOptions | undefined;
  const command = allCommand(async (options) => {
    found = options;
  }).configureOutput({ writeErr: () => undefined });
  await command.parseAsync(args, { from: 'user' });
  if (found === undefined) throw new Error('nothing was run');
  return found;
}

describe('the soak’s options', () => {
  it('the page › names each, with its default', () => {
    const { options } = allCommand(async () => undefined);
    expect(options.length).toBeGreaterThan(5);
    for (const { long, defaultValue } of options) {
      const shown = typeof defaultValue === 'string' ? `\`${relative(ROOT, defaultValue)}\`` : String(defaultValue);
      const kind = long === '--results' ? 'file' : 'n';
      expect(section).toContain(`| \`${long} <${kind}>\` | ${shown} |`);
    }
  });

  it('the page › says what the verdict allows', () => {
    expect(section).toContain(`at most ${MEMORY_GROWTH_MAXIMUM} times`);
    expect(section).toContain(`at most ${FILES_ALLOWED} above`);
    expect(section).toContain(`${LOADING_ALLOWED_MS / 1000} s for loading`);
  });

  it('given › are read', async () => {
    expect(await parsed(['--minutes', '0.5', '--seed', '7', '--threads', '3'])).toMatchObject({
      minutes: 0.5,
      seed: 7,
      threads: 3,
    });
  });

  it.each([
    ['--minutes', '0'],
    ['--minutes', 'x'],
    ['--seed', '1.5'],
    ['--rate', '-1'],
    ['--items', '3'],
    ['--threads', '0'],
    ['--nonsense', '1'],
  ])('%s %s › is refused', async (...args) => {
    await expect(parsed(args)).rejects.toThrow(CommanderError);
  });
});
