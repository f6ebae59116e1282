/**
 * Choices of the writer of JSON:API documents (src/jsonapi/document).
 */
import type { Choice } from '../choice.js';

export const DOCUMENT_CHOICES = {
  'related.page': {
    file: 'src/jsonapi/respond/responder.ts',
    ways: ['window', 'all'],
    decidedBy: 'size',
    description: 'read only the related items of the page, or all related items',
  },
  'document.items': {
    file: 'src/jsonapi/document/document-assembler.ts',
    ways: ['compiled', 'each'],
    decidedBy: 'size',
    description: 'write whole items many at a time by a compiled loop, or one by one',
  },
  'bytes.text': {
    file: 'src/jsonapi/document/byte-writer.ts',
    ways: ['native', 'loop'],
    decidedBy: 'size',
    description: 'write a text of a document by the JavaScript engine, or character by character',
  },
} as const satisfies Readonly<Record<string, Choice>>;
