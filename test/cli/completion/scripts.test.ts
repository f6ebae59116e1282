/**
 * `stele completion` › the scripts, run by the shells themselves. A shell that is not installed is reported.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasAddOns } from '../../../testing/add-ons.js';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const installedShells = SHELLS.filter((shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0);
for (const shell of SHELLS) {
  if (!installedShells.includes(shell))
    console.warn(`SKIPPED: ${shell} is not installed, so its completion is not run.`);
}

/** Programs that print the completions of a command line, one on each line; `$0` is the file of the script. */
const DRIVERS: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) => `source "$0"; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}; ${words[0] === 'npx' ? '_stele_npx' : '_stele'}; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The functions of zsh that fill the line are replaced by functions that print.
  zsh: (words) => `compdef() { : }; _files() { print FILES }; compadd() { print -l -- $values }
_describe() { print -l -- \${\${(P)2}%%:*} }
source "$0"; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=$#words; PREFIX="$words[CURRENT]"; _stele`,
  fish: (words) => `source $script; complete -C '${words.join(' ')}' | string replace -r '\\t.*' ''`,
};

let folder: string;

beforeAll(async () => {
  folder = newFolder();
  mkdirSync(join(folder, 'exports'));
  for (const shell of SHELLS) {
    const { code, stdout } = await stele(['completion', shell]);
    expect(code).toBe(0);
    writeFileSync(join(folder, shell), stdout);
  }
});

/** @returns the completions that begin as the last word does */
function complete(shell: Shell, line: string): readonly string[] {
  const words = line.split(' ');
  const text = DRIVERS[shell](words);
  const script = join(folder, shell);
  const args = shell === 'fish' ? ['-c', text] : ['-c', text, script];
  const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, script } });
  expect(stderr).toBe('');
  const typed = words.at(-1) ?? '';
  return stdout.split('\n').filter((word) => word !== '' && word.startsWith(typed));
}

describe.each(installedShells)('stele completion %s', (shell) => {
  it('the beginning of a command › the command', () => {
    expect(complete(shell, 'stele bu')).toEqual(['build']);
    expect(complete(shell, 'stele ')).toEqual(expect.arrayContaining(['build', 'serve', 'query', 'help']));
  });

  it('after npx › completes as without it', () => {
    expect(complete(shell, 'npx stele bu')).toEqual(['build']);
    expect(complete(shell, 'npx stele build --max-s')).toEqual(['--max-shrink']);
  });

  it('the beginning of an option › the options of this command', () => {
    expect(complete(shell, 'stele build --max-s')).toEqual(['--max-shrink']);
    expect(complete(shell, 'stele query ./x --pre')).toEqual(['--pretty']);
  });

  it('a command of a command › its name and its options', () => {
    expect([...complete(shell, 'stele keys ')].sort()).toEqual(['add', 'list', 'new', 'revoke']);
    expect(complete(shell, 'stele keys add --exp')).toEqual(['--expires']);
  });

  it.runIf(hasAddOns('import'))('a source of an import › the sources', () => {
    expect(complete(shell, 'stele import mark')).toEqual(['markdown']);
    expect(complete(shell, 'stele build tables --from c').toSorted()).toEqual(['contentful', 'csv']);
    expect(complete(shell, 'stele watch tables --from js').toSorted()).toEqual(['json', 'jsonapi']);
  });

  it('an option with a list of values › the values', () => {
    expect([...complete(shell, 'stele serve x --log-level ')].sort()).toEqual([
      'debug',
      'error',
      'fatal',
      'info',
      'silent',
      'trace',
      'warn',
    ]);
  });
});

describe('stele completion', () => {
  it.runIf(installedShells.includes('bash'))('bash › values are completed after an equals sign too', () => {
    expect(complete('bash', 'stele serve x --log-level = de')).toEqual(['debug']);
  });

  it.runIf(hasAddOns('import') && installedShells.includes('bash'))(
    'bash › files follow a source that is named',
    () => {
      expect(complete('bash', 'stele import csv ')).toEqual([]);
      expect(complete('bash', 'stele import --strict cs')).toEqual(['csv']);
    },
  );

  it('an unknown shell › wrong usage', async () => {
    const { code, stderr } = await stele(['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('bash, zsh, fish');
  });

  it.runIf(installedShells.includes('fish'))('fish › names of files are completed for other values', () => {
    expect(complete('fish', 'stele build exp')).toEqual(['exports/']);
  });
});
