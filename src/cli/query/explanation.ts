/**
 * An explained request as text: its conditions, how its items are selected and ordered, and the time of each step.
 */
import type { ExplainedRequest } from '../../jsonapi/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../table.js';

type ExplainedPlan = ExplainedRequest['plans'][number]['plan'];

const formatItems = (value: number): string => `${formatCount(value)} ${value === 1 ? 'item' : 'items'}`;
const formatCost = (value: number): string => formatCount(Math.ceil(value));
const formatPercent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 2 : 1)} %`;
const formatMs = (ns: number): string => (ns / 1e6).toFixed(3);
const formatUs = (ns: number): string => (ns / 1000).toFixed(1);

/** @returns several paragraphs, ending in a line feed; costs are in nanoseconds */
export function explanationText(explained: ExplainedRequest): string {
  return [
    `${explained.request}\n${localeLine(explained)}route ${explained.route}, complexity ${formatCount(explained.complexity)}${boundNote(explained)}, estimated ${formatMs(explained.estimatedNs)} ms, document ${formatBytes(explained.byteLength)}\n`,
    conditionsTable(explained),
    wordsTable(explained),
    ...planParagraphs(explained),
    orderParagraph(explained),
    countsTable(explained),
    choicesTable(explained),
    times(explained),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n');
}

const boundNote = ({ bound }: ExplainedRequest): string =>
  bound === undefined ? '' : ` (the filter selects at most ${formatItems(bound)})`;

function localeLine({ locale }: ExplainedRequest): string {
  if (locale === undefined) return '';
  const { code, asked, fallbacks } = locale;
  const defaultNote = asked ? '' : ', the default one';
  const fallbackNote = fallbacks.length === 0 ? '' : `; where it has no value, that of ${fallbacks.join(', then ')}`;
  return `locale ${code}${defaultNote}${fallbackNote}\n`;
}

function conditionsTable(explained: ExplainedRequest): string {
  if (explained.conditions.length === 0) return '';
  const rows = explained.conditions.map(({ type, condition, structure, size, share }) => [
    type,
    condition,
    structure,
    formatCount(size),
    formatPercent(share),
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

function wordsTable({ words }: ExplainedRequest): string {
  if (words === undefined) return '';
  const rows = words.flatMap(({ type, word, lists }) => {
    if (lists.length === 0) return [[type, word, 'nothing', '', '']];
    return [...new Set(lists.map(({ because: reason }) => reason))].map((reason) => {
      const sizes = lists.filter((list) => list.because === reason).map(({ size }) => size);
      return [type, word, reason, formatCount(sizes.length), formatCount(sizes.reduce((sum, size) => sum + size, 0))];
    });
  });
  return formatTable(
    [leftColumn('type'), leftColumn('word'), leftColumn('answered by'), rightColumn('lists'), rightColumn('items')],
    rows,
  );
}

function planParagraphs({ item, plans, total, shown }: ExplainedRequest): string[] {
  const itemLine = item === undefined ? [] : [`found: the ${item.type} by the ${item.structure}\n`];
  const planTexts = plans.map(({ type, items: all, candidates, plan }) => {
    const candidateNote = candidates === undefined ? '' : `, ${formatCount(candidates)} linked ones tested one by one`;
    return `found: of ${formatItems(all)} of ${type}${candidateNote}\n${planLines(plan, '  ').join('')}`;
  });
  const totalLines =
    total === undefined ? [] : [`selected: ${formatItems(total)}, ${formatCount(shown ?? 0)} on the page\n`];
  return [...itemLine, ...planTexts, ...totalLines];
}

function planLines(plan: ExplainedPlan, indent: string): string[] {
  switch (plan.kind) {
    case 'all':
      return [`${indent}${plan.use} all\n`];
    case 'none':
      return [`${indent}${plan.use} none\n`];
    case 'source':
      return [`${indent}${plan.use} ${plan.conditions.join(' AND ')}: ${formatItems(plan.size)}, ${plan.structure}\n`];
    case 'and':
    case 'or': {
      const { costs } = plan;
      const costNote = costs === undefined ? '' : `; ${comparedCosts(costs)}`;
      const head = `${indent}${plan.use} ${plan.kind.toUpperCase()}: at most ${formatItems(plan.sizeMaximum)}${costNote}\n`;
      return [head, ...plan.children.flatMap((child) => planLines(child, `${indent}  `))];
    }
  }
}

function comparedCosts({ walk, combine }: { readonly walk?: number; readonly combine: number }): string {
  if (walk === undefined) return `combining bits costs ${formatCost(combine)}`;
  return `walking the smallest costs ${formatCost(walk)}, combining bits ${formatCost(combine)}`;
}

function orderParagraph({ order }: ExplainedRequest): string {
  if (order === undefined) return '';
  const { because: reason, costs } = order;
  const costNote =
    costs === undefined
      ? ''
      : `  walking costs ${formatCost(costs.walk)}, taking and selecting ${formatCost(costs.take)}\n`;
  return `order: ${reason}\n${costNote}`;
}

function countsTable({ counts }: ExplainedRequest): string {
  if (counts === undefined) return '';
  const rows = counts.map(({ type, field, what, items: selected, values, because: reason, cost }) => [
    type,
    field,
    what,
    formatCount(selected),
    formatCount(values),
    formatCost(cost),
    reason,
  ]);
  const columns = [
    leftColumn('type'),
    leftColumn('field'),
    leftColumn('counted'),
    rightColumn('items'),
    rightColumn('values'),
    rightColumn('cost'),
    leftColumn('how'),
  ];
  return formatTable(columns, rows);
}

function choicesTable({ choices }: ExplainedRequest): string {
  if (choices === undefined) return '';
  const rows = choices.map(({ name, way, times: stepsTable, says }) => [name, way, formatCount(stepsTable), says]);
  return formatTable([leftColumn('choice'), leftColumn('way'), rightColumn('times'), leftColumn('between')], rows);
}

function times({ steps, runs }: ExplainedRequest): string {
  const rows = steps.map(({ step, firstNs, medianNs }) => [step, formatUs(firstNs), formatUs(medianNs)]);
  const sum = (of: 'firstNs' | 'medianNs'): string => formatUs(steps.reduce((total, step) => total + step[of], 0));
  rows.push(['all', sum('firstNs'), sum('medianNs')]);
  return formatTable(
    [leftColumn('step'), rightColumn('first µs'), rightColumn(`median µs of ${formatCount(runs)}`)],
    rows,
  );
}
