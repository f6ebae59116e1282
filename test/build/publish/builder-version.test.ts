/**
 * The number that tells one building program from another.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILDER_ROOMS, builderVersion, builderVersionOf } from '../../../build/publish/incremental/builder-version.js';
import { ROOMS } from '../../architecture/rooms.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();

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
  it('are those that a build may import, and those that these may', () => {
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

describe('builderVersionOf', () => {
  it.each(BUILDER_ROOMS)('a change in %s › another version', (room) => {
    const root = program();
    const before = builderVersionOf(root);
    appendFileSync(join(root, room, 'below', 'code.js'), ' ');
    expect(builderVersionOf(root)).not.toBe(before);
  });

  it('a file more › another version', () => {
    const root = program();
    const before = builderVersionOf(root);
    writeFileSync(join(root, 'build/index/more.js'), '');
    expect(builderVersionOf(root)).not.toBe(before);
  });

  it('source maps and declarations › the same version', () => {
    const root = program();
    const before = builderVersionOf(root);
    writeFileSync(join(root, 'build/index/code.js.map'), '{}');
    writeFileSync(join(root, 'build/index/code.d.ts'), '');
    expect(builderVersionOf(root)).toBe(before);
  });

  it('the same program in another folder › the same version', () => {
    expect(builderVersionOf(program())).toBe(builderVersionOf(program()));
  });
});

describe('builderVersion', () => {
  it('this program › is known, and stays', () => {
    expect(builderVersion()).toMatch(/^[0-9a-f]{64}$/);
    expect(builderVersion()).toBe(builderVersion());
  });
});
