/**
 * Query classes of the adversarial group: the most expensive requests that are allowed.
 *
 *     npm run bench:engine -- --only adversarial
 */
import type { Random } from '../../data/generate/random.js';
import type { Sample } from '../harness/input/sample.js';
import { ADVERSARIAL_ORDER } from './order.js';
import { asCents, asInstant, list, type QueryClass, range, where } from './query-class.js';

const group = 'adversarial';
const conditionsMaximum = 64;

const half = (sample: Sample, random: Random): number =>
  sample.numbers('article', 'published')[random.below(sample.numbers('article', 'published').length)]!;

/** Eight kinds of condition in turn, large sets and small ones, each an alternative of its own. */
function manyAlternatives(sample: Sample, random: Random): string {
  const kinds: readonly ((group: string) => string)[] = [
    (at) => where('genre', '_eq', sample.text('article', 'genre', random), at),
    (at) => where('views', '_gt', sample.text('article', 'views', random), at),
    (at) => where('title', '_startsWith', sample.text('article', 'title', random).slice(0, 3), at),
    (at) => where('sku', '_eq', sample.text('article', 'sku', random), at),
    (at) => where('stock', '_eq', sample.text('article', 'stock', random), at),
    (at) => where('title', '_endsWith', sample.text('article', 'title', random).slice(-3), at),
    (at) => where('price', '_lt', asCents(Number(sample.text('article', 'price', random))), at),
    (at) => where('title', '_contains', sample.text('article', 'title', random).slice(3, 7), at),
  ];
  const conditions = Array.from({ length: conditionsMaximum }, (_, i) => kinds[i % kinds.length]!('[_OR][]'));
  return list('article', ...conditions, 'sort=-published');
}

/** Five groups inside each other, alternately OR and AND, each with a condition next to the next group. */
function deepestNesting(sample: Sample, random: Random): string {
  const steps = ['[_OR]', '[_AND]', '[_OR]', '[_AND]', '[_OR]'];
  const conditions: string[] = [];
  let at = '';
  for (const [depth, step] of steps.entries()) {
    const [from = ''] = range(sample, random, 'price', asCents, { least: 0.1, most: 0.5 }, `${at}${step}[0]`);
    conditions.push(
      depth % 2 === 0 ? where('published', '_lt', asInstant(half(sample, random)), `${at}${step}[0]`) : from,
      where('genre', '_neq', sample.text('article', 'genre', random), `${at}${step}[1]`),
    );
    at += `${step}[2]`;
  }
  conditions.push(where('featured', '_eq', 'false', at), where('views', '_gt', random.below(100), at));
  return list('article', ...conditions, 'sort=title');
}

export const ADVERSARIAL: readonly QueryClass[] = [
  {
    name: 'one character in summary, sorted by two',
    group,
    adversarial: true,
    url: (sample, random) => {
      const points = [...sample.text('article', 'summary', random)];
      const sort = random.pick([
        'price,title',
        '-price,title',
        'title',
        '-views,title',
        'views,-price',
        '-published,title',
      ]);
      return list(
        'article',
        where('summary', '_contains', random.pick(points)),
        `sort=${sort}`,
        `page[skip]=${random.below(2000)}`,
      );
    },
  },
  { name: '64 alternatives, sorted', group, adversarial: true, url: manyAlternatives },
  { name: 'deepest nesting, sorted', group, adversarial: true, url: deepestNesting },
  ADVERSARIAL_ORDER,
];
