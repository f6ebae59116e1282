/**
 * Numbers and tables for people.
 */

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** @returns such as `1,234,567` */
export const formatCount = (value: number): string => value.toLocaleString('en-US');

/** @returns the size in the largest unit that leaves a whole number before the point, such as `1.2 MB`; 1 KB is 1000 B */
export function formatBytes(byteLength: number): string {
  let value = byteLength;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

export interface TableColumn {
  readonly title: string;
  /** Numbers stand right. */
  readonly align: 'left' | 'right';
}

export const leftColumn = (title: string): TableColumn => ({ title, align: 'left' });
export const rightColumn = (title: string): TableColumn => ({ title, align: 'right' });

/** @returns lines of equal columns, each ending in a line feed; widths count UTF-16 units */
export function formatTable(heads: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const all = [heads.map((head) => head.title), ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => {
    const cells = heads.map(({ align }, column) => {
      const width = widths[column] ?? 0;
      const cell = row[column] ?? '';
      return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `${cells.join('  ').trimEnd()}\n`;
  };
  return all.map(line).join('');
}
