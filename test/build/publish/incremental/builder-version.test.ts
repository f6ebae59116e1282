/**
 * The number that tells one building program from another.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BUILDER_LIBRARIES,
  BUILDER_ROOMS,
  builderCodeOf,
  builderVersion,
  builderVersionOf,
} from '../../../../build/publish/incremental/builder-version.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { ROOMS } from '../../../architecture/rooms.js';

const newFolder = temporaryFolders();

/** Whose code reaches messages, but no byte of a snapshot. */
const meaningless: ReadonlySet<string> = new Set(['fastest-levenshtein']);

const versionOf = (root: string, unicode?: string): string => builderVersionOf(builderCodeOf(root), unicode);

/** @returns a program with one file a room */
function program(): string {
  const root = newFolder();
  for (const room of BUILDER_ROOMS) {
    mkdirSync(join(root, room, 'below'), { recursive: true });
    writeFileSync(join(root, room, 'below', 'code.js'), `// ${room}`);
  }
  return root;
}

describe('the rooms whose code counts', () => {
  it('equal the rooms that a build imports, directly or indirectly', () => {
    const reached = new Set<string>();
    const reach = (room: string): void => {
      if (reached.has(room)) return;
      reached.add(room);
      for (const next of ROOMS[room] ?? []) reach(next);
    };
    reach('build/publish');
    expect([...BUILDER_ROOMS].sort()).toEqual([...reached].sort());
  });
});

describe('the libraries whose code counts', () => {
  it('equal the libraries that these rooms import', () => {
    const imported = new Set<string>();
    for (const room of BUILDER_ROOMS) {
      for (const name of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.ts')) continue;
        const text = readFileSync(join(room, name), 'utf8');
        for (const [, library = ''] of text.matchAll(/^import (?!type ).*from '([^.'][^']*)';$/gm)) {
          if (!library.startsWith('node:')) imported.add(library);
        }
      }
    }
    expect([...imported].filter((library) => !meaningless.has(library)).sort()).toEqual([...BUILDER_LIBRARIES].sort());
  });
});

describe('builderVersionOf', () => {
  it.each(BUILDER_ROOMS)('a change in %s › another version', (room) => {
    const root = program();
    const before = versionOf(root);
    appendFileSync(join(root, room, 'below', 'code.js'), ' ');
    expect(versionOf(root)).not.toBe(before);
  });

  it('another Unicode version of Node › another version, because it changes word boundaries', () => {
    const root = program();
    expect(versionOf(root)).toBe(versionOf(root, process.versions['unicode']));
    expect(versionOf(root, '1.0')).not.toBe(versionOf(root));
  });

  it('an additional file › another version', () => {
    const root = program();
    const before = versionOf(root);
    writeFileSync(join(root, 'build/columns/more.js'), '');
    expect(versionOf(root)).not.toBe(before);
  });

  it('the same code in other files or modules › another version', () => {
    const [root, before] = [program(), versionOf(program())];
    const below = join(root, 'build/columns/below');
    renameSync(join(below, 'code.js'), join(below, 'other.js'));
    expect(versionOf(root)).not.toBe(before);
    const cut = (first: string, second: string): string => {
      const folder = program();
      writeFileSync(join(folder, 'build/columns/a.js'), first);
      writeFileSync(join(folder, 'build/columns/b.js'), second);
      return versionOf(folder);
    };
    expect(cut('let a;', 'let b;')).not.toBe(cut('let a;let ', 'b;'));
  });

  it('source maps and declarations › the same version', () => {
    const root = program();
    const before = versionOf(root);
    writeFileSync(join(root, 'build/columns/code.js.map'), '{}');
    writeFileSync(join(root, 'build/columns/code.d.ts'), '');
    expect(versionOf(root)).toBe(before);
  });

  it('the same program in another folder › the same version', () => {
    expect(versionOf(program())).toBe(versionOf(program()));
  });
});

describe('builderVersion', () => {
  it('this program › has a version that does not change', () => {
    expect(builderVersion()).toMatch(/^[0-9a-f]{64}$/);
    expect(builderVersion()).toBe(builderVersion());
  });
});
