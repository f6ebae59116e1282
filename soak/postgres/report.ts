/**
 * Tables of `npm run soak:postgres`: the plans of Citus, and the answers before, during and after the loss of a worker.
 */
import { right, type Table } from '../../bench/harness/results/tables.js';
import type { ExplainedKind } from './plans.js';
import type { PhaseResult } from './worker-loss.js';

const count = (value: number): string => value.toLocaleString('en-US');

/** A row for each kind of request. */
export const planTable = (explained: readonly ExplainedKind[]): Table => ({
  columns: [
    { title: 'kind of request' },
    right('statements'),
    right('rows moved'),
    { title: 'repartition' },
    { title: 'reason' },
  ],
  rows: explained.map(({ kind, statements, movedRows, hasRepartition }) => [
    kind.name,
    count(statements),
    count(movedRows),
    hasRepartition ? 'yes' : 'no',
    kind.reason ?? '',
  ]),
});

/** A row for each world and phase. */
export const phaseTable = (results: readonly (PhaseResult & { readonly world: string })[]): Table => ({
  columns: [
    { title: 'content' },
    { title: 'phase' },
    right('requests'),
    right('same bytes'),
    right('503'),
    right('different'),
    right('requests a second'),
  ],
  rows: results.map(({ world, phase, requests, equal, unavailable, differences, seconds }) => [
    world,
    phase,
    count(requests),
    count(equal),
    count(unavailable),
    count(differences.length),
    count(Math.round(requests / seconds)),
  ]),
});
