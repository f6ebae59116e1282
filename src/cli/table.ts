/**
 * Numbers, sizes and tables as text for people.
 */

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a number as `1,234,567`. */
export const formatCount = (value: number): string => value.toLocaleString('en-US');

/** Formats a number with the word that it counts, such as `1 file` and `1,200 files`. @param plural absent: with an s */
export const formatNumberOf = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;

/** @returns the size in the largest unit that leaves a whole number before the point, such as `1.2 MB`; 1 KB is 1000 B */
export function formatBytes(byteLength: number): string {
  let size = byteLength;
  let unit = 0;
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

export interface TableColumn {
  readonly title: string;
  /** Numbers are aligned right. */
  readonly align: 'left' | 'right';
}

export const leftColumn = (title: string): TableColumn => ({ title, align: 'left' });
export const rightColumn = (title: string): TableColumn => ({ title, align: 'right' });

/** @returns one line for the titles and one for each row, each with a line feed; widths are in UTF-16 units */
export function formatTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map((head) => head.title), ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => {
    const cells = columns.map(({ align }, column) => {
      const width = widths[column] ?? 0;
      const cell = row[column] ?? '';
      return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `${cells.join('  ').trimEnd()}\n`;
  };
  return lines.map(line).join('');
}
