/**
 * The changes between two snapshots as text: a table of types, then the changes of each type.
 */
import type { ChosenPair, ModelChange, SnapshotPlace, TypeChanges } from '../../ship/diff/index.js';
import { formatCount, formatTable, leftColumn, rightColumn, type TableColumn } from '../table.js';

const columns: readonly TableColumn[] = [
  leftColumn('type'),
  rightColumn('before'),
  rightColumn('after'),
  rightColumn('added'),
  rightColumn('changed'),
  rightColumn('removed'),
  leftColumn('order'),
];

/** The rendered changes of one type; its items are not kept. */
export interface TypeText {
  readonly row: readonly string[];
  readonly details: string;
}

const formatKnown = (items: number | undefined): string => (items === undefined ? '-' : formatCount(items));

function firstLines<Value>(values: Iterable<Value>, limit: number, line: (value: Value) => string): string {
  const lines: string[] = [];
  for (const value of values) {
    if (lines.length === limit) break;
    lines.push(line(value));
  }
  return lines.join('');
}

const moreLine = (noun: string, total: number, limit: number): string =>
  total > limit ? `  … and ${formatCount(total - limit)} more ${noun}\n` : '';

/** @param id a JSON string */
const idText = (id: string): string => String(JSON.parse(id));

function details(changes: TypeChanges, limit: number): string {
  const { name, added, changed, removed, fields } = changes;
  if (added.length + changed.length + removed.length === 0) return '';
  const summary = fields.map((field) => `${field.name} ${formatCount(field.items)}`).join(', ');
  const inLocales = changes.locales.flatMap(({ code, changed: docs }) =>
    code === undefined || docs.length === 0 ? [] : [`${code} ${formatCount(docs.length)}`],
  );
  return [
    `\n${name}${summary === '' ? '' : `, changed fields: ${summary}`}\n`,
    inLocales.length === 0 ? '' : `  items shown differently in ${inLocales.join(', ')}\n`,
    firstLines(changes.addedIds(), limit, (id) => `  + ${idText(id)}\n`),
    moreLine('added', added.length, limit),
    firstLines(changes.changedItems(), limit, ({ id, fields: itemFields }) => {
      return `  ~ ${idText(id)}: ${itemFields.length === 0 ? 'the list of locales in which it has its own values' : itemFields.join(', ')}\n`;
    }),
    moreLine('changed', changed.length, limit),
    firstLines(changes.removedIds(), limit, (id) => `  - ${idText(id)}\n`),
    moreLine('removed', removed.length, limit),
  ].join('');
}

/** @param limit maximum number of ids of each kind. Cost: reads as many ids. */
export function typeText(changes: TypeChanges, limit: number): TypeText {
  const { name, itemsBefore, itemsAfter, added, changed, removed, reordered } = changes;
  const numbers = [
    formatKnown(itemsBefore),
    formatKnown(itemsAfter),
    ...[added, changed, removed].map((docs) => formatCount(docs.length)),
  ];
  return { row: [name, ...numbers, reordered ? 'another' : 'the same'], details: details(changes, limit) };
}

function modelLine({ what, change, type, field, member }: ModelChange): string {
  switch (what) {
    case 'model':
      return `${member} of the model ${change}`;
    case 'types':
      return 'the types are in another order';
    case 'type':
      return member === undefined ? `type ${type} ${change}` : `${member} of type ${type} ${change}`;
    case 'fields':
      return `the fields of ${type} are in another order`;
    case 'field':
      return `field ${type}.${field} ${change}`;
  }
}

const placeText = ({ folder, id }: SnapshotPlace, isOneFolder: boolean): string =>
  isOneFolder ? id : `${id} in ${folder}`;

const placesText = ({ before, after }: ChosenPair): string => {
  const isOneFolder = before.folder === after.folder;
  return `before ${placeText(before, isOneFolder)}\nafter  ${placeText(after, isOneFolder)}\n`;
};

const changesText = (model: readonly ModelChange[]): string =>
  model.length === 0
    ? ''
    : `\nthe model is different, so any answer may have changed:\n${model.map((change) => `  ${modelLine(change)}\n`).join('')}`;

/**
 * @param breaking     a sentence each
 * @param changedTexts the names of types, fields and locales whose label or description differs
 */
export const modelText = (
  pair: ChosenPair,
  model: readonly ModelChange[],
  breaking: readonly string[],
  changedTexts: readonly string[],
): string => {
  const isSame = model.length + breaking.length + changedTexts.length === 0;
  return [
    placesText(pair),
    isSame ? '\nthe models are the same\n' : changesText(model),
    changedTexts.length === 0
      ? ''
      : `\nlabels or descriptions differ, which no answer shows:\n${writeLines(changedTexts)}`,
    breaking.length === 0 ? '' : `\nthis may break clients:\n${writeLines(breaking)}`,
  ].join('');
};

const writeLines = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

export function diffText(pair: ChosenPair, model: readonly ModelChange[], types: readonly TypeText[]): string {
  return [
    placesText(pair),
    changesText(model),
    `\n${formatTable(
      columns,
      types.map(({ row }) => row),
    )}`,
    ...types.map((type) => type.details),
  ].join('');
}
