/**
 * Choices of the build: how an export becomes the same snapshot (build).
 */
import type { Choice } from '../choice.js';

export const BUILD_CHOICES = {
  'read.block': {
    where: 'build/segment/read-items.ts',
    ways: ['bytes', 'lines'],
    by: 'size',
    says: 'a block of whole lines is read from its bytes, or line by line',
  },
  'texts.dictionary': {
    where: 'build/segment/shared-dictionaries.ts',
    ways: ['shared', 'own'],
    by: 'density',
    stores: true,
    says: 'the texts of a locale share the dictionary of the one it falls back to, or have their own',
  },
  'substring.codes': {
    where: 'build/substrings/text/text.ts',
    ways: ['memory', 'file'],
    by: 'memory',
    says: 'a text whose substrings are sorted is in memory, or read from a file',
  },
  'substring.loops': {
    where: 'build/substrings/memory/thread-memory.ts',
    ways: ['compiled', 'plain'],
    by: 'memory',
    says: 'suffixes are counted and moved by compiled loops, or by plain ones where there is no memory for these',
  },
  'scratch.settle': {
    where: 'build/work/scratch/scratch.ts',
    ways: ['write', 'gather'],
    by: 'size',
    says: 'what waits is written to a scratch file, or gathers in memory',
  },
  'scratch.finish': {
    where: 'build/work/scratch/scratch.ts',
    ways: ['file', 'memory'],
    by: 'size',
    says: 'what is left to wait is written to a scratch file, or stays in memory',
  },
  'scratch.park': {
    where: 'build/work/scratch/park.ts',
    ways: ['file', 'memory'],
    by: 'size',
    says: 'a section that is made waits in a scratch file, or in memory',
  },
} as const satisfies Readonly<Record<string, Choice>>;
