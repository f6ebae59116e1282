/**
 * Choices of the build: how an export becomes the same snapshot (build).
 */
import type { Choice } from '../choice.js';

export const BUILD_CHOICES = {
  'read.block': {
    file: 'build/segment/read-items.ts',
    ways: ['bytes', 'lines'],
    decidedBy: 'size',
    description: 'a block of whole lines is read from its bytes, or line by line',
  },
  'texts.dictionary': {
    file: 'build/segment/shared-dictionaries.ts',
    ways: ['shared', 'own'],
    decidedBy: 'density',
    stores: true,
    description: 'the texts of a locale share the dictionary of the one it falls back to, or have their own',
  },
  'substring.codes': {
    file: 'build/substrings/text/text-codes.ts',
    ways: ['memory', 'file'],
    decidedBy: 'memory',
    description: 'a text whose substrings are sorted is in memory, or read from a file',
  },
  'substring.loops': {
    file: 'build/substrings/memory/thread-memory.ts',
    ways: ['compiled', 'plain'],
    decidedBy: 'memory',
    description:
      'suffixes are counted and moved by compiled loops, or by plain loops if there is no memory for compiled ones',
  },
  'substring.tree': {
    file: 'build/substrings/earlier/patch-tree.ts',
    ways: ['patched', 'sorted'],
    decidedBy: 'size',
    description: 'the substring tree of an earlier snapshot is patched, or all substrings are sorted',
  },
  'sort.order': {
    file: 'build/sorting/external-sort.ts',
    ways: ['known', 'runs'],
    decidedBy: 'size',
    description: 'texts are sorted by the order of an earlier snapshot, or anew',
  },
  'scratch.settle': {
    file: 'build/work/scratch/spool.ts',
    ways: ['write', 'gather'],
    decidedBy: 'size',
    description: 'waiting bytes are written to a scratch file, or gathered in memory',
  },
  'scratch.finish': {
    file: 'build/work/scratch/spool.ts',
    ways: ['file', 'memory'],
    decidedBy: 'size',
    description: 'the last waiting bytes are written to a scratch file, or stay in memory',
  },
  'scratch.park': {
    file: 'build/work/scratch/section-store.ts',
    ways: ['file', 'memory'],
    decidedBy: 'size',
    description: 'a finished section waits in a scratch file, or in memory',
  },
} as const satisfies Readonly<Record<string, Choice>>;
