/**
 * An access key, which opens spaces to requests that send its secret.
 */
import { isName } from '../../content/model/index.js';

/** A plain value, which can be sent to another thread. */
export interface AccessKey {
  /** Unique in the file; used in log and metrics. */
  readonly name: string;
  /** SHA-256 of the secret: 64 hexadecimal digits. */
  readonly sha256: string;
  /** Names of the spaces that it opens, or only `*` for every space. */
  readonly spaces: readonly string[];
  /** The instant from which it opens nothing, as ISO 8601 in UTC; absent: never. */
  readonly expires?: string;
  /** Requests per second; absent: no limit. */
  readonly rate?: number;
  /** Whether it reads the unpublished snapshot of a space that has one. */
  readonly preview?: true;
}

export const EVERY_SPACE = '*';

export const opens = ({ spaces }: AccessKey, space: string): boolean =>
  spaces.includes(space) || spaces[0] === EVERY_SPACE;

/** @returns the spaces in words, for a list of keys */
export const spacesInWords = ({ spaces }: Pick<AccessKey, 'spaces'>): string =>
  spaces[0] === EVERY_SPACE ? 'every space' : spaces.join(', ');

const RATE_MAXIMUM = 1_000_000;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

export const isInstant = (text: string): boolean => instantPattern.test(text) && !Number.isNaN(Date.parse(text));

export const isRate = (value: number): boolean => Number.isFinite(value) && value > 0 && value <= RATE_MAXIMUM;

/** The rule of `isRate`, in words. */
export const RATE_RULE = `a number of requests a second above 0, and at most ${RATE_MAXIMUM}`;

export const isSpaces = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  (value.every((name) => typeof name === 'string' && isName(name)) || (value.length === 1 && value[0] === EVERY_SPACE));
