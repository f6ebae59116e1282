/**
 * The similar items of a type whose model asks for them: gathered while its search is made, found once its columns are.
 */
import { type ContentType, similarFields } from '../../src/content/model/index.js';
import { type AnySection, Offsets } from '../../src/format/index.js';
import { SEARCH, SIMILAR, sectionNames } from '../../src/index/segment/index.js';
import { inOrder, RecordSpool, sharedNumbers, type WorkClock, type Workshop } from '../work/index.js';
import { similarJob, VectorsBuilder } from './similar-items.js';

/** Each job has a number for every item; there are enough of them that threads end together. */
const jobsMaximum = 64;
const jobItemsMinimum = 2 ** 12;

export class TypeSimilar {
  readonly vectors: VectorsBuilder;
  readonly #type: ContentType;
  readonly #size: number;

  constructor(type: ContentType, size: number) {
    this.#type = type;
    this.#size = size;
    this.vectors = new VectorsBuilder(size);
  }

  /** @param made all sections of the type's columns and searches. Cost: O(items), and O(values of the fields). */
  async sections(
    made: readonly AnySection[],
    { pool, scratch }: Pick<Workshop, 'pool' | 'scratch'>,
    clock: WorkClock,
  ): Promise<AnySection[]> {
    const names = await wordsOfStems(made, this.vectors.count);
    for (const field of similarFields(this.#type)) {
      const { docs, starts } = sectionNames(field.name);
      this.vectors.addValues(await sharedNumbers(made, docs), await sharedNumbers(made, starts));
    }
    const vectors = this.vectors.finish();
    const step = Math.max(jobItemsMinimum, Math.ceil(this.#size / jobsMaximum));
    const ranges = Array.from({ length: Math.ceil(this.#size / step) }, (_, index) => ({
      from: index * step,
      to: Math.min(this.#size, (index + 1) * step),
    }));
    const records = new RecordSpool(scratch);
    await inOrder(
      ranges,
      pool.threads,
      (range) => pool.run(similarJob, { vectors, ...names, ...range }, clock),
      ({ bytes, lengths }) => records.write(bytes, lengths),
    );
    return records.sections(SIMILAR);
  }
}

/** @returns of each stem the shortest of its words, of equal ones the first; and how many words there are */
async function wordsOfStems(
  made: readonly AnySection[],
  stems: number,
): Promise<{ readonly wordOf: Uint32Array; readonly words: number }> {
  const wordOf = new Uint32Array(new SharedArrayBuffer(stems * 4));
  if (!made.some(({ name }) => name === SEARCH.wordStems)) {
    for (let stem = 0; stem < stems; stem += 1) wordOf[stem] = stem;
    return { wordOf, words: stems };
  }
  const wordStems = await sharedNumbers(made, SEARCH.wordStems);
  const relative = await sharedNumbers(made, `${SEARCH.words}.offsets`);
  const bases = await sharedNumbers(made, `${SEARCH.words}.offsets.bases`);
  const offsets = new Offsets(new Float64Array(bases.buffer), relative);
  const lengths = new Uint32Array(stems).fill(2 ** 32 - 1);
  for (let word = 0; word < wordStems.length; word += 1) {
    const stem = wordStems[word]!;
    const length = offsets.at(word + 1) - offsets.at(word);
    if (length >= lengths[stem]!) continue;
    lengths[stem] = length;
    wordOf[stem] = word;
  }
  return { wordOf, words: wordStems.length };
}
