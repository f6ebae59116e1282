/**
 * Choices of the format: which memory holds the sections of an open segment.
 */
import type { Choice } from '../choice.js';

export const MEMORY_CHOICES = {
  'memory.file': {
    file: 'src/format/memory.ts',
    ways: ['one', 'buffers'],
    decidedBy: 'size',
    description: 'a segment is read into one memory that compiled loops reach, or into plain buffers',
  },
} as const satisfies Readonly<Record<string, Choice>>;
