/**
 * The table of statements against the specification's list and against the tests: nothing is missing, nothing is
 * left over, and nothing that binds a reading server is waived.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { at, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { sharedPath } from '../../../testing/shared.js';
import { STATEMENTS } from './statements.js';

const LIST = sharedPath(
  'jsonapi/normative-statements.json',
  'the table of statements against the specification’s list',
);
const HERE = fileURLToPath(new URL('.', import.meta.url));

interface Test {
  readonly ids: readonly string[];
  readonly name: string;
}

/** Every test beside this file that bears ids, read from the source, so that one that is not run counts for nothing. */
const tests: readonly Test[] = readdirSync(HERE)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(`${HERE}/${file}`, 'utf8').matchAll(/\bit\(\s*(['"`])((?:\[[a-z0-9-]+\] )+)(.+?)\1/g),
  ])
  .map(([, , ids = '', name = '']) => ({ ids: [...ids.matchAll(/[a-z0-9-]+/g)].map(([id]) => id), name }));

const shown = STATEMENTS.flatMap((entry) => ('tests' in entry ? [entry] : []));
const waived = STATEMENTS.flatMap((entry) => ('waived' in entry ? [entry] : []));
const sorted = (list: Iterable<string>): string[] => [...list].sort();

describe('the table of statements', () => {
  it('tests named for a statement › exist and bear its id', () => {
    for (const { id, tests: names } of shown) {
      expect(names.length, id).toBeGreaterThan(0);
      for (const name of names) {
        expect(tests.find((test) => test.name === name)?.ids, `${id}: ${name}`).toContain(id);
      }
    }
  });

  it('ids that tests bear › are those of the statements they are named for', () => {
    for (const { ids, name } of tests) {
      const named = shown.filter(({ tests: names }) => names.includes(name)).map(({ id }) => id);
      expect(sorted(new Set(named)), name).toEqual(sorted(ids));
    }
    expect(tests.length).toBeGreaterThan(50);
  });

  it('reasons of waivers › say something', () => {
    for (const { id, waived: waiver } of waived) expect(waiver.reason.length, id).toBeGreaterThan(20);
  });
});

if (LIST === undefined) {
  it.skip('the specification’s list › is not beside the checkout, so the table is not checked against it', () => {});
} else {
  const statements = listAt(JSON.parse(readFileSync(LIST, 'utf8')), 'statements');
  const ids = statements.map((statement) => textAt(statement, 'id'));
  const isObligation = (statement: unknown): boolean => at(statement, 'level') === 'MUST';

  describe('the specification’s list', () => {
    it('its statements › are in the table, each as often as in the list and in its order', () => {
      expect(ids).toHaveLength(188);
      expect(STATEMENTS.map(({ id }) => id)).toEqual(ids);
    });

    it('waived obligations › are those of writing servers and of clients alone', () => {
      for (const [index, entry] of STATEMENTS.entries()) {
        if (!('waived' in entry) || !isObligation(statements[index])) continue;
        const description = textAt(statements[index], 'description');
        const isWriting = /^(?:create|update|updating|patch|post|delete|deleting|respond-patch)-/.test(entry.id);
        const isClient = description.startsWith('Clients ');
        expect({ writing: isWriting, client: isClient, choice: false }[entry.waived.because], entry.id).toBe(true);
      }
    });
  });
}
