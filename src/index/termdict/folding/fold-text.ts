/**
 * Folding a text as a field asks for: by upper and lower case, or by marks too.
 *
 * Elsewhere: the two foldings (fold, accents).
 */
import type { Fold } from '../../../content/model/index.js';
import { foldAccents } from './accents.js';
import { foldCase } from './fold.js';

export const foldText = (text: string, fold: Fold): string => (fold === 'accents' ? foldAccents(text) : foldCase(text));

/** Folds UTF-8, like foldText. @param bytes well-formed */
export const foldBytes = (bytes: Uint8Array, fold: Fold): Uint8Array =>
  Buffer.from(foldText(Buffer.from(bytes).toString(), fold));
