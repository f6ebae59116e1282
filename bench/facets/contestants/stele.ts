/**
 * Stele as a contestant, in this process: from a checked query to counts, for a list page from the URL to the bytes.
 */
import { buildSnapshot } from '../../../build/publish/index.js';
import { execute } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { targetOf } from '../questions.js';
import type { Answer, Contestant } from './contestant.js';

const cents = (text: unknown): string => String(Math.round(Number(text) * 100));

interface Meta {
  readonly total: number;
  readonly facets?: Readonly<
    Record<string, { readonly values: readonly { readonly value: unknown; readonly count: number }[] }>
  >;
  readonly stats?: Readonly<
    Record<string, { readonly count: number; readonly min: unknown; readonly max: unknown; readonly sum: unknown }>
  >;
}

function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('id' in value) return String(value.id);
  const from = 'from' in value ? Number(value.from) : 0;
  return String([0, 10, 20, 50].indexOf(from));
}

/** @returns what `meta` of a document says, in the form that is compared */
function readMeta(document: string): Answer {
  const { meta }: { readonly meta: Meta } = JSON.parse(document);
  const facets = Object.values(meta.facets ?? {}).flatMap(({ values }) =>
    values.map(({ value, count }) => `${shownValue(value)} ${count}`),
  );
  const stats = Object.values(meta.stats ?? {}).map(
    ({ count, min, max, sum }) => `${count} ${cents(min)} ${cents(max)} ${cents(sum)}`,
  );
  return [...facets, ...stats];
}

export async function openStele(folder: string, version: string): Promise<Contestant> {
  const snapshots = `${folder}-snapshots`;
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, snapshots);
  return {
    name: 'stele',
    version,
    waits: false,
    close: () => undefined,
    prepare(question) {
      const [path = '', search = ''] = targetOf(question).split('?');
      const request = parseRequest(space.model, path, search);
      if (request.kind !== 'collection') throw new Error('only lists are asked for');
      const { segment } = space.types.get(request.type.name) ?? {};
      if (segment === undefined) throw new Error('the snapshot has no items');
      const whole = (): Buffer => answer(space, parseRequest(space.model, path, search), '/delivery/jsonapi');
      return {
        run: question.kind === 'page' ? whole : () => execute(segment, request),
        answer: () => readMeta(whole().toString()),
      };
    },
  };
}
