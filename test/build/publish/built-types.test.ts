/**
 * The types of a build: what is known of their items, and until when.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuiltTypes } from '../../../build/publish/built-types.js';
import { sizeOf } from '../../../build/publish/type-parts.js';
import { openExport } from '../../../build/read/index.js';
import { createBuildContext } from '../../../build/segment/index.js';
import { ScratchFolder } from '../../../build/work/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';

const model = modelOf({ page: { parent: linkTo('page') }, note: { text: 'text' } });

const files = {
  'model.json': JSON.stringify(model),
  'page.ndjson': '{"id":"a"}\n\n{"id":"b","parent":"a"}\n{"id":"c","parent":"d"}\n',
  'note.ndjson': '{"id":"n","text":"Salt"}\n',
};

describe('BuiltTypes', () => {
  it('all links resolved › the ids are released, and their number is kept', async () => {
    const disk = new MemoryDisk();
    for (const [name, text] of Object.entries(files)) disk.put(join('/export', name), Buffer.from(text));
    const source = await openExport('/export', { files: disk, strict: false });
    const context = createBuildContext(new ScratchFolder(disk, '/scratch'), 1, 2 ** 26);
    const types = new BuiltTypes(source, context, [], () => undefined);
    await types.read();
    expect([types.docOf('page', 'b'), types.docOf('page', 'd'), types.docOf('note', 'n')]).toEqual([1, undefined, 0]);
    await types.resolve();
    expect(() => types.docOf('page', 'b')).toThrow(InvariantError);
    expect(() => types.docOf('note', 'x')).toThrow(InvariantError);
    expect(types.parts.map(sizeOf)).toEqual([3, 1]);
    expect(types.recordInputs().map(({ items }) => items)).toEqual([3, 1]);
    for (const part of types.parts) {
      if (part.kind !== 'built') throw new Error('no earlier snapshot was given');
      expect(part.builder.ids.byteLength).toBe(0);
      const { segment, joins } = await part.builder.finish(() => undefined);
      expect(segment.meta.get('items')).toBe(sizeOf(part));
      expect([...joins].map(([name, docs]) => [name, [...docs]])).toEqual(
        part.source.type.name === 'page' ? [['parent', [0]]] : [],
      );
    }
    expect(source.problems.render()).toContain('page.ndjson:4');
    await context.pool.close();
    await context.gate.close();
  });
});
