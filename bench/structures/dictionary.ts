/**
 * Is a dictionary better front-coded or plain? Bytes, value → ordinal, ordinal → value.
 *
 *     npm run bench:structures -- dictionary
 */
import { Random } from '../../data/generate/random.js';
import { below } from '../../src/termdict/index.js';
import { built, type Contestant, type ContestResult, contest, type Task } from './contest.js';
import { FrontCoded } from './front-coded.js';
import type { Measuring } from './measuring.js';
import { drawTexts, type Texts } from './texts.js';

const blockSizes = [4, 16, 64] as const;
/** Bytes a value that its place in the blob takes, plain. */
const offsetBytes = 4.25;

type Question = { readonly value: Buffer } | { readonly ordinal: number };

export function measureDictionary({ sizes, questions, seed, effort }: Measuring): ContestResult[] {
  return sizes.flatMap((size) =>
    (['titles', 'ids'] as const).map((kind) => {
      const texts = drawTexts(kind, size, seed);
      const random = new Random(seed, `structures/dictionary/${kind}`);
      const over = `${texts.values.length.toLocaleString('en-US')} ${kind}`;
      return contest(over, contestants(texts), tasks(texts, questions, random), effort, random);
    }),
  );
}

function contestants({ terms, values, byteLength }: Texts): Contestant<Question>[] {
  const plain: Contestant<Question> = {
    name: 'plain',
    byteLength: byteLength + Math.ceil(values.length * offsetBytes),
    buildMs: 0,
    answer: (question) => ('value' in question ? below(terms, question.value) : textOf(terms.at(question.ordinal))),
  };
  const coded = blockSizes.map((blockSize): Contestant<Question> => {
    const { structure, buildMs } = built(() => new FrontCoded(values, blockSize));
    return {
      name: `front-coded, blocks of ${blockSize}`,
      byteLength: structure.byteLength,
      buildMs,
      answer: (question) =>
        'value' in question ? structure.below(question.value) : textOf(structure.at(question.ordinal)),
    };
  });
  return [plain, ...coded];
}

/** Latin-1, as decoding shall cost each alike and little. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function tasks({ values }: Texts, count: number, random: Random): Task<Question>[] {
  const some = Array.from({ length: count }, () => random.below(values.length));
  return [
    { name: 'value → ordinal', questions: some.map((index) => ({ value: values[index]! })) },
    {
      name: 'no value',
      questions: some.map((index) => ({ value: Buffer.concat([values[index]!, Buffer.from('~')]) })),
    },
    { name: 'ordinal → value', questions: some.map((ordinal) => ({ ordinal })) },
  ];
}
