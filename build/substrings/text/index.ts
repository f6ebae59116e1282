export {
  divideText,
  LOOK_AHEAD,
  newSuffixText,
  type Selection,
  type SuffixText,
  type TermRange,
} from './suffix-text.js';
export { type Encoding, encode, TextCodes, type TextPart } from './text-codes.js';
