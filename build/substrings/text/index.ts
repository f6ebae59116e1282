export { SELECTION_GAP_MAXIMUM, type Selection, type SuffixBlock, SuffixReader } from './suffix-reader.js';
export { divideText, LOOK_AHEAD, newSuffixText, type SuffixText, type TermRange } from './suffix-text.js';
export { type Encoding, encode, TextCodes, type TextPart } from './text-codes.js';
