/**
 * Case-folded fields: their sections, no cost for other fields, and every lie of a faulty writer.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import { contentType, type Field, termId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openTypeSegment, type TextIndex, type TypeSegment } from '../../../src/index/segment/index.js';
import { inspectSpace, openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { FOLDING_VERSION } from '../../../src/index/termdict/index.js';
import { checkSegment, verifySnapshots } from '../../../src/index/verify/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { type ListedField, modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();
/** Enough folded values for a tree of substrings. */
const items = 700;

const textTypes = ['text', 'select', 'textMultiline', 'markdown'] as const;
const fields = [
  ...textTypes.map((type) => ({
    name: `folded-${type}`,
    type,
    fold: true,
    ...(type === 'select' ? { options: ['a'] } : {}),
  })),
  { name: 'plain', type: 'text' },
  { name: 'unasked', type: 'text', fold: false },
  { name: 'fewer', type: 'text' },
];
/** Three spellings of each value, and every seventh item without one. */
const spellingOf = (i: number): string | null =>
  i % 7 === 6 ? null : [`Straße ${i % 400}`, `STRASSE ${i % 400}`, `straße ${i % 400}`][i % 3]!;

let out: string;
let space: Space;
let segment: TypeSegment;

async function built(folding: readonly ListedField[]): Promise<{ out: string; space: Space; segment: TypeSegment }> {
  const folder = newFolder();
  const source = writeFiles(join(folder, 'export'), {
    'model.json': modelOf({ thing: folding }),
    'thing.ndjson': Array.from({ length: items }, (_, i) => ({
      id: `T${i}`,
      ...Object.fromEntries(fields.map(({ name }) => [name, name === 'fewer' && i === 3 ? null : spellingOf(i)])),
    })),
  });
  const snapshots = join(folder, 'snapshots');
  await buildSnapshot(source, snapshots, { files: diskFiles, strict: false });
  const opened = await openCurrent(diskFiles, snapshots);
  const type = opened.types.get('thing');
  if (type === undefined) throw new Error('the snapshot lacks the type that was built');
  return { out: snapshots, space: opened, segment: type.segment };
}

beforeAll(async () => {
  ({ out, space, segment } = await built(fields));
});

const sectionsOf = ({ file }: TypeSegment, prefix: string): string[] =>
  [...file.sections.entries()].map(({ name }) => name).filter((name) => name.startsWith(prefix));

function textIndex(name: string): TextIndex {
  const index = segment.fields.get(name);
  if (index === undefined || index.kind !== 'text') throw new Error(`${name} is no text`);
  return index;
}

function foldedOf(name: string): TextIndex {
  const { folded } = textIndex(name);
  if (folded === undefined) throw new Error(`${name} is not folded`);
  return folded;
}

describe('a folded field', () => {
  it.each(textTypes)('of type %s › stores each folded value once, with its items', (type) => {
    const index = foldedOf(`folded-${type}`);
    const expected = new Map<string, number[]>();
    for (let i = 0; i < items; i += 1) {
      const value = spellingOf(i)?.replace('ß', 'ss').toLowerCase();
      if (value !== undefined) expected.set(value, [...(expected.get(value) ?? []), i]);
    }
    const stored = Array.from({ length: index.terms.size }, (_, term) => [
      Buffer.from(index.terms.at(termId(term))).toString(),
      [...index.postings.runOf(termId(term))],
    ]);
    expect(stored).toEqual([...expected].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(index.terms.size).toBeLessThan(textIndex(`folded-${type}`).terms.size);
    expect(index.substrings?.tables.counts.length).toBeGreaterThan(0);
    expect(index.folded).toBeUndefined();
  });

  it('without the option, or with false › has no such sections; neither has the id', () => {
    for (const name of ['plain', 'unasked', 'id']) {
      expect(sectionsOf(segment, `${name}/fold`)).toEqual([]);
      expect(textIndex(name).folded).toBeUndefined();
    }
  });

  it('in a report › its bytes are one structure of the field', () => {
    const [type] = inspectSpace(space).types;
    for (const { name, structures } of type?.fields ?? []) {
      const folded = structures.find((structure) => structure.name === 'fold');
      const sections = sectionsOf(segment, `${name}/fold/`);
      if (!name.startsWith('folded')) expect(folded).toBeUndefined();
      else expect(folded?.byteLength).toBe(sections.reduce((sum, section) => sum + byteLengthOf(section), 0));
    }
  });

  it('no folded field › the header has no version, and all other sections are equal', async () => {
    const plain = await built(fields.map((field) => ({ ...field, fold: false })));
    expect(plain.segment.file.meta.has('caseFolding')).toBe(false);
    expect(segment.file.meta.get('caseFolding')).toBe(FOLDING_VERSION);
    const own = sectionsOf(segment, '').filter((name) => !name.includes('/fold/'));
    expect(sectionsOf(plain.segment, '')).toEqual(own);
  });
});

const byteLengthOf = (section: string): number =>
  [...segment.file.sections.entries()].find(({ name }) => name === section)?.byteLength ?? 0;

describe('a damaged folded field', () => {
  const problemsWith = (folded: Partial<TextIndex>): string[] => {
    const index = textIndex('folded-text');
    const changed = { ...index, folded: { ...foldedOf('folded-text'), ...folded, fold: 'case' as const } };
    const fields = new Map([...segment.fields, ['folded-text', changed]]);
    return checkSegment({ ...segment, fields }).map(({ section, finding: found }) => `${section}: ${found}`);
  };

  it('intact › has no problems', async () => {
    expect((await verifySnapshots(diskFiles, out)).problems).toEqual([]);
    expect(problemsWith({})).toEqual([]);
  });

  it('unfolded values › are reported', () => {
    expect(problemsWith(textIndex('folded-text'))).toEqual([
      expect.stringMatching(/^folded-text\/\*: items with value \d+ have a case-folded value that is not its fold$/),
    ]);
  });

  it('an item in a wrong run › is reported by the checks of any field', () => {
    const column = foldedOf('folded-text').column.slice();
    column[0] = column[0] === 1 ? 2 : 1;
    expect(problemsWith({ column })).toEqual([
      'folded-text/*: case-folded: item 0 is in another run than its column says',
    ]);
  });

  it('a folded value of an item without a value › is reported', () => {
    const changed = { ...textIndex('fewer'), folded: { ...foldedOf('folded-text'), fold: 'case' as const } };
    expect(checkSegment({ ...segment, fields: new Map([...segment.fields, ['fewer', changed]]) })).toEqual([
      { section: 'fewer/*', finding: 'item 3 has only one of a value and a case-folded value' },
    ]);
  });
});

describe('openTypeSegment', () => {
  const opened = (meta: ReadonlyMap<unknown, unknown>): unknown =>
    openTypeSegment({ ...segment.file, meta, sections: segment.file.sections }, segment.type);

  it.each([
    ['16.0.0', '"16.0.0"'],
    [undefined, 'of an older version of stele'],
  ])('values folded by Unicode %s › are refused with the next step', (version, theirs) => {
    const meta = new Map<unknown, unknown>([['items', items]]);
    if (version !== undefined) meta.set('caseFolding', version);
    expect(() => opened(meta)).toThrow(OperationError);
    expect(() => opened(meta)).toThrow(
      `values were case-folded by Unicode ${theirs}, and this version of stele has "${FOLDING_VERSION}". Build the snapshot again`,
    );
  });

  it('a model that folds a field without folded sections › is refused with the missing section', () => {
    const changed = segment.type.fields.map((field): Field => {
      return field.type === 'text' && field.name === 'plain' ? { ...field, fold: true } : field;
    });
    const open = (): unknown => openTypeSegment(segment.file, contentType('thing', changed));
    expect(open).toThrow(IntegrityError);
    expect(open).toThrow('plain/fold/');
  });
});
