/**
 * Converts a table of HTML to a table of GitHub's Markdown, or keeps HTML if cells contain blocks or span several columns or rows.
 *
 * A table of Markdown has a header and the same number of cells in each row: missing cells are empty.
 */
import type { AlignType, Html, PhrasingContent, Table, TableRow } from 'mdast';
import { STRUCTURES } from '../html/elements.js';
import { writeHtml } from '../html/serialize.js';
import { type HtmlElement, type HtmlNode, isElement } from '../html/tree.js';

interface Row {
  readonly cells: readonly HtmlElement[];
  readonly isHeader: boolean;
}

/** @param convertCell converts the contents of a cell. @returns undefined for a table without cells */
export function buildTable(
  table: HtmlElement,
  convertCell: (cell: HtmlElement) => PhrasingContent[],
): Table | Html | undefined {
  const rows = readRows(table);
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (columns === 0) return undefined;
  if (!rows.every(({ cells }) => cells.every(isSimple))) {
    const children = table.children.filter((child) => !isElement(child) || child.name !== 'caption');
    return { type: 'html', value: writeHtml([{ ...table, children }]) };
  }
  const buildRow = (cells: readonly HtmlElement[]): TableRow => ({
    type: 'tableRow',
    children: Array.from({ length: columns }, (_, index) => {
      const cell = cells[index];
      return { type: 'tableCell', children: cell === undefined ? [] : convertCell(cell) };
    }),
  });
  const hasHeader = rows[0]?.isHeader === true;
  const header = hasHeader ? (rows[0]?.cells ?? []) : [];
  const firstCells = rows[0]?.cells ?? [];
  return {
    type: 'table',
    align: Array.from({ length: columns }, (_, index) => readAlignment(firstCells[index])),
    children: [header, ...rows.slice(hasHeader ? 1 : 0).map(({ cells }) => cells)].map(buildRow),
  };
}

/** @returns the rows in the order in which a browser shows them */
function readRows(table: HtmlElement): readonly Row[] {
  const findSections = (name: string): readonly HtmlElement[] =>
    table.children.filter((child): child is HtmlElement => isElement(child) && child.name === name);
  const readSection = (section: HtmlElement): readonly Row[] => {
    const rows = section.children.filter((child): child is HtmlElement => isElement(child) && child.name === 'tr');
    return rows.map((row) => {
      const cells = row.children.filter(isCell);
      const isHeader = section.name === 'thead' || (cells.length > 0 && cells.every(({ name }) => name === 'th'));
      return { cells, isHeader };
    });
  };
  const rowsWithoutSection: HtmlElement = { ...table, name: 'tbody', children: findSections('tr') };
  return [...findSections('thead'), rowsWithoutSection, ...findSections('tbody'), ...findSections('tfoot')].flatMap(
    readSection,
  );
}

const isCell = (node: HtmlNode): node is HtmlElement => isElement(node) && (node.name === 'td' || node.name === 'th');

/** Whether a line of Markdown can express the contents of a cell. */
function isSimple({ attributes, children }: HtmlElement): boolean {
  const spans = ['colspan', 'rowspan'].some((name) => Number(attributes.get(name) ?? '1') > 1);
  return !spans && !children.some(hasStructure);
}

const hasStructure = (node: HtmlNode): boolean =>
  isElement(node) && (STRUCTURES.has(node.name) || node.children.some(hasStructure));

function readAlignment(cell: HtmlElement | undefined): AlignType {
  const style = /text-align:\s*(left|center|right)/i.exec(cell?.attributes.get('style') ?? '')?.[1];
  const alignment = (style ?? cell?.attributes.get('align') ?? '').toLowerCase();
  return alignment === 'left' || alignment === 'center' || alignment === 'right' ? alignment : null;
}
