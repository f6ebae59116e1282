/**
 * Builds the similar items of a type, if its model has them.
 *
 * Features are collected while the search index is built, and similar items are found after all columns are built.
 * Elsewhere: the features (similar-features), comparing items (similar-finder).
 */
import { type ContentType, similarFields } from '../../src/content/model/index.js';
import { type AnySection, Offsets } from '../../src/format/index.js';
import { SEARCH, SIMILAR, sectionNames } from '../../src/index/segment/index.js';
import { type BuildContext, processInOrder, RecordSpool, sharedNumbers, type WorkClock } from '../work/index.js';
import { FeatureVectorsBuilder } from './similar-features.js';
import { similarJob } from './similar-finder.js';

/** Maximum number of jobs: each allocates a number per item, yet all threads should end at about the same time. */
const jobsMaximum = 64;
const jobItemsMinimum = 2 ** 12;

export class SimilarItemsBuilder {
  readonly vectors: FeatureVectorsBuilder;
  readonly #type: ContentType;
  readonly #size: number;

  constructor(type: ContentType, size: number) {
    this.#type = type;
    this.#size = size;
    this.vectors = new FeatureVectorsBuilder(size);
  }

  /** @param typeSections all sections of the type's columns and searches. Cost: O(items), and O(values of the fields). */
  async sections(
    typeSections: readonly AnySection[],
    { pool, scratch }: Pick<BuildContext, 'pool' | 'scratch'>,
    clock: WorkClock,
  ): Promise<AnySection[]> {
    const wordNumbers = await chooseWordsOfStems(typeSections, this.vectors.count);
    for (const field of similarFields(this.#type)) {
      const { docs, starts } = sectionNames(field.name);
      this.vectors.addValues(await sharedNumbers(typeSections, docs), await sharedNumbers(typeSections, starts));
    }
    const vectors = this.vectors.finish();
    const itemsPerJob = Math.max(jobItemsMinimum, Math.ceil(this.#size / jobsMaximum));
    const ranges: { readonly from: number; readonly to: number }[] = [];
    for (let from = 0; from < this.#size; from += itemsPerJob) {
      ranges.push({ from, to: Math.min(this.#size, from + itemsPerJob) });
    }
    const records = new RecordSpool(scratch);
    await processInOrder(
      ranges,
      pool.threads,
      (range) => pool.run(similarJob, { vectors, ...wordNumbers, ...range }, clock),
      ({ bytes, lengths }) => records.write(bytes, lengths),
    );
    return records.sections(SIMILAR);
  }
}

/** @returns stem → its shortest word, the first of equally long ones; and the number of words */
async function chooseWordsOfStems(
  typeSections: readonly AnySection[],
  stems: number,
): Promise<{ readonly wordOfStem: Uint32Array; readonly wordCount: number }> {
  const wordOfStem = new Uint32Array(new SharedArrayBuffer(stems * 4));
  if (!typeSections.some(({ name }) => name === SEARCH.wordStems)) {
    for (let stem = 0; stem < stems; stem += 1) wordOfStem[stem] = stem;
    return { wordOfStem, wordCount: stems };
  }
  const wordStems = await sharedNumbers(typeSections, SEARCH.wordStems);
  const relative = await sharedNumbers(typeSections, `${SEARCH.words}.offsets`);
  const bases = await sharedNumbers(typeSections, `${SEARCH.words}.offsets.bases`);
  const offsets = new Offsets(new Float64Array(bases.buffer), relative);
  const lengths = new Uint32Array(stems).fill(2 ** 32 - 1);
  for (let word = 0; word < wordStems.length; word += 1) {
    const stem = wordStems[word]!;
    const length = offsets.at(word + 1) - offsets.at(word);
    if (length >= lengths[stem]!) continue;
    lengths[stem] = length;
    wordOfStem[stem] = word;
  }
  return { wordOfStem, wordCount: wordStems.length };
}
