/**
 * docs/reliability.md › what stays the same: nothing that a release had has vanished, and nothing more is required.
 */
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../../src/cli/package.js';
import { FORMAT_VERSION } from '../../../src/format/index.js';
import { goldenVersions } from '../../../testing/golden/golden.js';
import { kept, promised } from '../../../testing/golden/promises.js';
import { readPage } from '../../../testing/pages/markdown.js';

describe('promises of a release', () => {
  it('names of a release › still exist, with their labels, choices and status', async () => {
    const now = new Set(await kept());
    expect(promised().length).toBeGreaterThan(300);
    expect(promised().filter((line) => !now.has(line))).toEqual([]);
  });

  it('a command of a release › requires no additional option', async () => {
    const before = new Set(promised());
    const commands = promised().flatMap((line) => /^command ([a-z ]*[a-z])/.exec(line)?.[1] ?? []);
    const required = (await kept()).filter((line) => line.startsWith('required ') && !before.has(line));
    expect(required.filter((line) => commands.some((name) => line.startsWith(`required ${name} -`)))).toEqual([]);
  });

  it('version and format › equal the promise', () => {
    expect(packageVersion()).toMatch(/^1\.\d+\.\d+$/);
    expect(readPage('docs/reliability.md').replace(/\s+/g, ' ')).toContain(
      `the format version stays ${FORMAT_VERSION}`,
    );
    expect(goldenVersions()).toContain(FORMAT_VERSION);
    expect(readPage('CHANGELOG.md')).toContain(`\n## [${packageVersion()}]`);
  });
});
