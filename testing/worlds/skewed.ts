/**
 * A space of tens of thousands of items that has the structures of large spaces: quantiles from 32,768 items, substring
 * trees from 257 values, ordinals of two and four bytes.
 *
 * Values tie, cluster and are missing on purpose; each field has its own skew and its own share of unpopulated items.
 */
import { Random, Weighted, zipfWeights } from '../../data/generate/random.js';
import { contentModel, contentType, type Field } from '../../src/content/model/index.js';
import { type OracleItem, OracleList, type OracleSpace, type OracleValue } from '../oracle/index.js';

const SYLLABLES = `ka|lo|mi|né|Tor|ß|ø|Ω|日本|語|ع|😀|𝒳|\uff21| |-|'|e\u0301|aa|ab`.split('|');

const FIELDS: readonly Field[] = [
  { name: 'title', type: 'text' },
  { name: 'word', type: 'text' },
  { name: 'kind', type: 'select', options: ['a', 'b', 'c', 'd'] },
  { name: 'body', type: 'markdown' },
  { name: 'lines', type: 'textMultiline' },
  { name: 'views', type: 'integer' },
  { name: 'serial', type: 'integer', unique: true },
  { name: 'extreme', type: 'integer' },
  { name: 'price', type: 'decimal', precision: 2 },
  { name: 'exact', type: 'decimal', precision: 30 },
  { name: 'day', type: 'dateTime', format: 'date' },
  { name: 'moment', type: 'dateTime', format: 'dateTime' },
  { name: 'usual', type: 'boolean' },
  { name: 'rare', type: 'boolean' },
  { name: 'tag', type: 'relationship', to: ['tag'], many: false },
  { name: 'tags', type: 'relationship', to: ['tag', 'note'], many: true, page: { limit: 2 } },
  { name: 'labels', type: 'text', many: true },
  { name: 'forms', type: 'select', options: ['a', 'b', 'c'], many: true },
];

const tagCount = 300;
const noteCount = 40;
const wordCount = 700;
const dayMs = 86_400_000;

function phrase(random: Random, length: number): string {
  let text = '';
  for (let i = 0; i < length; i += 1) text += random.pick(SYLLABLES);
  return text;
}

class Maker {
  readonly #random: Random;
  readonly #words: readonly string[];
  readonly #wordFrequency = new Weighted(zipfWeights(wordCount));
  readonly #tagFrequency = new Weighted(zipfWeights(tagCount));

  constructor(seed: number) {
    this.#random = new Random(seed, 'skewed');
    this.#words = Array.from({ length: wordCount }, () => phrase(this.#random, 1 + this.#random.below(3)));
  }

  values(index: number): ReadonlyMap<string, OracleValue> {
    const random = this.#random;
    const entries: (readonly [string, number, () => OracleValue])[] = [
      ['title', 0.99, () => phrase(random, 1 + random.below(8))],
      ['word', 0.9, () => this.#word()],
      ['kind', 0.95, () => random.pick(['a', 'a', 'a', 'b', 'c', 'none of the options', ''])],
      ['body', 0.5, () => `${this.#word()} ${phrase(random, random.below(12))}\n${this.#word()}`],
      ['lines', 0.2, () => `${this.#word()}\n${this.#word()}`],
      ['views', 0.97, () => Math.floor(10 / random.unit()) % 100_000],
      ['serial', 1, () => index * 7 - 100_000],
      [
        'extreme',
        0.5,
        () => random.pick([0, -1, 255, 256, 65_535, 65_536, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]),
      ],
      [
        'price',
        0.95,
        () =>
          `${random.below(400)}.${random.pick(['00', '50', '99', '9', String(random.below(100)).padStart(2, '0')])}`,
      ],
      [
        'exact',
        0.3,
        () => `${random.pick(['', '-'])}${random.below(3)}.${'0'.repeat(random.below(20))}${random.next()}`,
      ],
      ['day', 0.9, () => new Date((random.below(2000) - 1000) * dayMs).toISOString().slice(0, 10)],
      ['moment', 0.7, () => new Date(random.below(1000) * random.below(2 ** 31)).toISOString()],
      ['usual', 1, () => random.chance(0.99)],
      ['rare', 0.02, () => random.chance(0.5)],
      ['tag', 0.8, () => [{ type: 'tag', id: this.#tag() }]],
      ['tags', 0.6, () => this.#tags()],
      ['labels', 0.7, () => new OracleList(Array.from({ length: random.below(6) }, () => this.#word()))],
      ['forms', 0.9, () => new OracleList(['a', 'b', 'c', ''].filter(() => random.chance(0.4)))],
    ];
    return new Map(entries.filter(([, share]) => random.chance(share)).map(([name, , make]) => [name, make()]));
  }

  #word(): string {
    return this.#words[this.#wordFrequency.draw(this.#random)] ?? '';
  }

  #tag(): string {
    return `t${this.#tagFrequency.draw(this.#random)}`;
  }

  #tags(): OracleValue {
    const random = this.#random;
    const links = new Map<string, { readonly type: string; readonly id: string }>();
    for (let remaining = random.below(5); remaining > 0; remaining -= 1) {
      const link = random.chance(0.8)
        ? { type: 'tag', id: this.#tag() }
        : { type: 'note', id: `n${random.below(noteCount)}` };
      links.set(link.id, link);
    }
    return [...links.values()];
  }
}

const named = (type: string, prefix: string, count: number): readonly OracleItem[] =>
  Array.from({ length: count }, (_, i) => ({
    type,
    id: `${prefix}${i}`,
    values: new Map([['name', `${prefix} ${i % 37}`]]),
  }));

/** @param items how many of the type `thing`; there are 300 tags and 40 notes besides */
export function skewedSpace(items: number, seed: number): OracleSpace {
  const maker = new Maker(seed);
  const name: Field = { name: 'name', type: 'text' };
  const model = contentModel('skewed', [
    contentType('thing', FIELDS),
    contentType('tag', [name]),
    contentType('note', [name]),
  ]);
  const things = Array.from({ length: items }, (_, i) => {
    const values = maker.values(i);
    // An empty list of links is as good as none.
    const populated = [...values].filter(([, value]) => !Array.isArray(value) || value.length > 0);
    return { type: 'thing', id: `${i % 2 === 0 ? 'thing-' : 'é'}${i}`, values: new Map(populated) };
  });
  return {
    model,
    items: new Map<string, readonly OracleItem[]>([
      ['thing', things],
      ['tag', named('tag', 't', tagCount)],
      ['note', named('note', 'n', noteCount)],
    ]),
  };
}
