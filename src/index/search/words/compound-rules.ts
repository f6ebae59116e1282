/**
 * Rules of compounds: the languages that write a compound as one word, such as *Scheibenbremse*, and the letters between its parts.
 *
 * Elsewhere: finding the compounds of a dictionary (build/words/compounds), the option `compounds` (content/model/tuning).
 */
import type { Language } from '../../../content/model/index.js';

/** Language → letters that may follow a part that is not the last one: *Arbeit-s-platz*, *Scheibe-n-bremse*. */
export const COMPOUND_LINKS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  da: ['s', 'e', 'er'],
  de: ['s', 'es', 'n', 'en', 'ens', 'er', 'e'],
  nl: ['s', 'e', 'en', 'n', 'er'],
  no: ['s', 'e', 'er'],
  sv: ['s', 'e', 'o', 'u'],
};
