/**
 * Choices of the writer of JSON:API documents (src/jsonapi/document).
 */
import type { Choice } from '../choice.js';

export const DOCUMENT_CHOICES = {
  'related.page': {
    file: 'src/jsonapi/respond/responder.ts',
    ways: ['window', 'all'],
    decidedBy: 'size',
    description: 'of related items only those of the page are looked at, or all',
  },
  'document.items': {
    file: 'src/jsonapi/document/document-assembler.ts',
    ways: ['compiled', 'each'],
    decidedBy: 'size',
    description: 'whole items are written many at once by a compiled loop, or one by one',
  },
  'bytes.text': {
    file: 'src/jsonapi/document/byte-writer.ts',
    ways: ['native', 'loop'],
    decidedBy: 'size',
    description: 'a text of a document is written by the engine, or letter by letter',
  },
} as const satisfies Readonly<Record<string, Choice>>;
