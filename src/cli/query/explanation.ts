/**
 * An explained request as text: the conditions, how their items are found and ordered, and the time of each step.
 */
import type { ExplainedRequest } from '../../jsonapi/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../table.js';

type ExplainedPlan = ExplainedRequest['plans'][number]['plan'];

const items = (value: number): string => `${formatCount(value)} ${value === 1 ? 'item' : 'items'}`;
const cost = (value: number): string => formatCount(Math.ceil(value));
const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 2 : 1)} %`;
const ms = (ns: number): string => (ns / 1e6).toFixed(3);
const us = (ns: number): string => (ns / 1000).toFixed(1);

/** @returns several paragraphs, ending in a line feed; costs are in nanoseconds */
export function explanationText(explained: ExplainedRequest): string {
  return [
    `${explained.request}\n${localeLine(explained)}route ${explained.route}, complexity ${formatCount(explained.complexity)}, estimated ${ms(explained.estimatedNs)} ms, document ${formatBytes(explained.byteLength)}\n`,
    conditions(explained),
    words(explained),
    ...found(explained),
    order(explained),
    counts(explained),
    choices(explained),
    times(explained),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n');
}

function localeLine({ locale }: ExplainedRequest): string {
  if (locale === undefined) return '';
  const { code, asked, fallbacks } = locale;
  const which = asked ? '' : ', the default one';
  const then = fallbacks.length === 0 ? '' : `; where it has no value, that of ${fallbacks.join(', then ')}`;
  return `locale ${code}${which}${then}\n`;
}

function conditions(explained: ExplainedRequest): string {
  if (explained.conditions.length === 0) return '';
  const rows = explained.conditions.map(({ type, condition, structure, size, share }) => [
    type,
    condition,
    structure,
    formatCount(size),
    percent(share),
  ]);
  return formatTable(
    [
      leftColumn('type'),
      leftColumn('condition'),
      leftColumn('answered by'),
      rightColumn('items'),
      rightColumn('share'),
    ],
    rows,
  );
}

function words({ words: searched }: ExplainedRequest): string {
  if (searched === undefined) return '';
  const rows = searched.flatMap(({ type, word, lists }) => {
    if (lists.length === 0) return [[type, word, 'nothing', '', '']];
    return [...new Set(lists.map(({ because }) => because))].map((because) => {
      const sizes = lists.filter((one) => one.because === because).map(({ size }) => size);
      return [type, word, because, formatCount(sizes.length), formatCount(sizes.reduce((sum, size) => sum + size, 0))];
    });
  });
  return formatTable(
    [leftColumn('type'), leftColumn('word'), leftColumn('answered by'), rightColumn('lists'), rightColumn('items')],
    rows,
  );
}

function found({ item, plans, total, shown }: ExplainedRequest): string[] {
  const itemLine = item === undefined ? [] : [`found: the ${item.type} by the ${item.structure}\n`];
  const planned = plans.map(({ type, items: all, candidates, plan }) => {
    const how = candidates === undefined ? '' : `, ${formatCount(candidates)} linked ones tested one by one`;
    return `found: of ${items(all)} of ${type}${how}\n${planLines(plan, '  ').join('')}`;
  });
  const totals = total === undefined ? [] : [`selected: ${items(total)}, ${formatCount(shown ?? 0)} on the page\n`];
  return [...itemLine, ...planned, ...totals];
}

function planLines(plan: ExplainedPlan, indent: string): string[] {
  switch (plan.kind) {
    case 'all':
      return [`${indent}${plan.use} all\n`];
    case 'none':
      return [`${indent}${plan.use} none\n`];
    case 'source':
      return [`${indent}${plan.use} ${plan.conditions.join(' AND ')}: ${items(plan.size)}, ${plan.structure}\n`];
    case 'and':
    case 'or': {
      const { costs } = plan;
      const why = costs === undefined ? '' : `; ${weighed(costs)}`;
      const head = `${indent}${plan.use} ${plan.kind.toUpperCase()}: at most ${items(plan.sizeMaximum)}${why}\n`;
      return [head, ...plan.children.flatMap((child) => planLines(child, `${indent}  `))];
    }
  }
}

function weighed({ walk, combine }: { readonly walk?: number; readonly combine: number }): string {
  if (walk === undefined) return `combining bits costs ${cost(combine)}`;
  return `walking the smallest costs ${cost(walk)}, combining bits ${cost(combine)}`;
}

function order({ order: chosen }: ExplainedRequest): string {
  if (chosen === undefined) return '';
  const { because, costs } = chosen;
  const why =
    costs === undefined ? '' : `  walking costs ${cost(costs.walk)}, taking and selecting ${cost(costs.take)}\n`;
  return `order: ${because}\n${why}`;
}

function counts({ counts: counted }: ExplainedRequest): string {
  if (counted === undefined) return '';
  const rows = counted.map(({ type, field, what, items: selected, values, because, cost: price }) => [
    type,
    field,
    what,
    formatCount(selected),
    formatCount(values),
    cost(price),
    because,
  ]);
  const heads = [
    leftColumn('type'),
    leftColumn('field'),
    leftColumn('counted'),
    rightColumn('items'),
    rightColumn('values'),
    rightColumn('cost'),
    leftColumn('how'),
  ];
  return formatTable(heads, rows);
}

function choices({ choices: taken }: ExplainedRequest): string {
  if (taken === undefined) return '';
  const rows = taken.map(({ name, way, times: often, says }) => [name, way, formatCount(often), says]);
  return formatTable([leftColumn('choice'), leftColumn('way'), rightColumn('times'), leftColumn('between')], rows);
}

function times({ steps, runs }: ExplainedRequest): string {
  const rows = steps.map(({ step, firstNs, medianNs }) => [step, us(firstNs), us(medianNs)]);
  const sum = (of: 'firstNs' | 'medianNs'): string => us(steps.reduce((total, step) => total + step[of], 0));
  rows.push(['all', sum('firstNs'), sum('medianNs')]);
  return formatTable(
    [leftColumn('step'), rightColumn('first µs'), rightColumn(`median µs of ${formatCount(runs)}`)],
    rows,
  );
}
