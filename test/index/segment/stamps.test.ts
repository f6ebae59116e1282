/**
 * Versions in the header of a segment: a segment of other rules is refused when it is opened.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { ANALYSER_VERSION } from '../../../src/index/search/index.js';
import { openTypeSegment, type TypeSegment } from '../../../src/index/segment/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';

const searched = { name: 'title', type: 'text', search: true };

let space: Space;
beforeAll(async () => {
  const disk = new MemoryDisk();
  const contentTypes = [
    { name: 'book', fields: [searched] },
    { name: 'plain', fields: [{ name: 'title', type: 'text' }] },
  ];
  disk.put('/export/model.json', Buffer.from(JSON.stringify({ space: 's', contentTypes })));
  for (const { name } of contentTypes) disk.put(`/export/${name}.ndjson`, Buffer.from('{"id":"a","title":"Stone"}'));
  await buildSnapshot('/export', '/snapshots', { files: disk, strict: true });
  space = await openCurrent(disk, '/snapshots');
});

const segmentOf = (type: string): TypeSegment => space.types.get(type)!.segment;

function reopen({ file, type }: TypeSegment, analyser: string | undefined): TypeSegment {
  const meta = new Map(file.meta);
  meta.delete('analyser');
  if (analyser !== undefined) meta.set('analyser', analyser);
  return openTypeSegment({ ...file, meta, sections: file.sections }, type);
}

describe('a segment with a search index', () => {
  it('built by this version › has the version of the analyser, and opens', () => {
    expect(segmentOf('book').file.meta.get('analyser')).toBe(ANALYSER_VERSION);
    expect(reopen(segmentOf('book'), ANALYSER_VERSION).search).toBeDefined();
  });

  it.each([
    ['another analyser', 'rules 0, Unicode 1.0', 'by the analyser "rules 0, Unicode 1.0"'],
    ['none, as before there was a version', undefined, 'by the analyser of an older version of stele'],
  ])('%s › is refused with both versions and the next step', (_, version, theirs) => {
    const open = () => reopen(segmentOf('book'), version);
    expect(open).toThrow(OperationError);
    expect(open).toThrow(
      `the content type book: its words were made ${theirs}, and this version of stele has "${ANALYSER_VERSION}"`,
    );
    expect(open).toThrow('Build the snapshot again with this version of stele and of Node');
  });
});

describe('a segment without a search index', () => {
  it('built without a search index › has no version, and opens', () => {
    expect(segmentOf('plain').file.meta.has('analyser')).toBe(false);
    expect(reopen(segmentOf('plain'), 'another').size).toBe(1);
  });
});
