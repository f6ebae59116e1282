/**
 * What `stele rollback` says for a database: what is served now, and what the next load does.
 */
import { describe, expect, it } from 'vitest';
import { formatRollback } from '../../commands/list-text.js';
import { chooseLoad } from '../../register/choose-load.js';
import { LAYOUT, type LoadEntry } from '../../register/entries.js';

const entry = (load: number, changes: Partial<LoadEntry> = {}): LoadEntry => ({
  load,
  startedMs: Date.UTC(2026, 0, load),
  schema: `stele_${load}`,
  space: 'shop',
  state: 'complete',
  isPublished: false,
  publishedBefore: undefined,
  layout: LAYOUT,
  fingerprint: 'f',
  ...changes,
});

describe('stele rollback of a database', () => {
  it('an earlier load › names both loads, and says that servers follow and the next load publishes again', () => {
    expect(formatRollback({ load: entry(1), previousLoad: 2 })).toBe(
      'Published load 1, begun 2026-01-01T00:00:00.000Z, instead of load 2\n' +
        'Servers with --from answer from it within seconds. The next stele load publishes again: stop the loads until the content is correct.\n',
    );
  });

  it('the published load › says that nothing has changed', () => {
    expect(formatRollback({ load: entry(2), previousLoad: 2 })).toBe(
      'Nothing has changed: load 2 is already published\n',
    );
  });

  it('only one load › says that there is nothing to go back to', () => {
    expect(() => chooseLoad([entry(1, { isPublished: true })], undefined)).toThrow('there is nothing to go back to');
  });
});
