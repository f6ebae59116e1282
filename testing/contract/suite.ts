/**
 * The contract suite: sends each request of the table to a backend and compares the answer.
 *
 * A backend is an adapter of a few lines, so the table is the same for all.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { temporaryFolder } from '../samples/bookshop.js';
import { writeFiles } from '../samples/export.js';
import { ADDRESS_CASES, CASES } from './cases.js';
import { PRESS } from './export.js';

export interface Answer {
  readonly status: number;
  /** Parsed. */
  readonly document: unknown;
}

export interface Backend {
  /** @param target path and query below the delivery root */
  ask(target: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface SuiteOptions {
  /** Whether it is asked with query objects, which some addresses have no equal among; false if not given. */
  readonly asksByObject?: boolean;
}

let built: Promise<string> | undefined;

/** @returns the folder of snapshots of the press, built once a process; not to be changed */
export function pressSnapshots(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = temporaryFolder();
  const snapshots = join(folder, 'snapshots');
  await buildSnapshot(writeFiles(join(folder, 'export'), PRESS), snapshots, { files: diskFiles, strict: true });
  return snapshots;
}

/** Declares a test for each request. @param open starts the backend before the first of them */
export function contractSuite(name: string, open: () => Promise<Backend>, options: SuiteOptions = {}): void {
  describe(name, () => {
    let backend: Backend | undefined;
    beforeAll(async () => {
      backend = await open();
    });
    afterAll(() => backend?.close());

    const cases = options.asksByObject === true ? CASES : [...CASES, ...ADDRESS_CASES];
    for (const { name: title, target, status, document } of cases) {
      it(title, async () => {
        const answer = await backend?.ask(target);
        expect(answer?.status, target).toBe(status);
        expect(answer?.document, target).toMatchObject(document);
      });
    }
  });
}

/**
 * @returns a backend behind an address. @param base the delivery root, such as `http://127.0.0.1:8080/delivery/jsonapi`
 */
export const httpBackend = (base: string, close: () => Promise<void>): Backend => ({
  async ask(target) {
    const response = await fetch(base + target);
    return { status: response.status, document: await response.json() };
  },
  close,
});
