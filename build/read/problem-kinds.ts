/**
 * The kinds of warnings about an export, and a warning as data.
 *
 * Elsewhere: recording them (problems), their text (problem-text).
 */

export interface ExportPlace {
  /** Name within the export folder. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** A field, or a member of one: `thumbnail.width`. */
  readonly field?: string;
}

export const WARNING_KINDS = [
  'danglingLink',
  'repeatedLink',
  'unknownKey',
  'unknownOption',
  'unknownFile',
  'cutInstant',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** A warning as data. */
export interface RecordedWarning {
  readonly place: ExportPlace;
  readonly reason: string;
  /** Number of occurrences; above 1 only for kinds that are reported once per field. */
  readonly count: number;
  /** Undefined for errors that are not warnings, and for warnings that an older version has recorded. */
  readonly kind?: WarningKind;
}

/** @returns importance of an error: 0 for a whole file, 1 for a line that cannot be read, 2 for a field, 3 for a warning that is an error in strict */
export function rankError({ place, kind }: Pick<RecordedWarning, 'place' | 'kind'>): number {
  if (kind !== undefined) return 3;
  if (place.line === undefined) return 0;
  return place.field === undefined ? 1 : 2;
}
