/**
 * Search sections of each type's segment → rows of the table `_search`, in pieces of 1 MiB.
 *
 * Elsewhere: the layout of the table (schema/search-table).
 */
import { localSearch } from '../../../src/content/model/index.js';
import { ANALYSER_VERSION } from '../../../src/index/search/index.js';
import { localSearchName, SEARCH_PREFIX, sharedNames } from '../../../src/index/segment/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { countPieces, headId, PIECE_BYTES, pieceId, type SearchHead } from '../schema/search-table.js';
import type { SearchTable } from '../schema/tables.js';
import { bytesCell, plainCell, type Row, type RowSource } from './cell-values.js';

/** Rows read at a time; each has up to 1 MiB. */
const piecesPerPart = 4;

interface Piece {
  readonly id: string;
  readonly bytes: () => Uint8Array;
}

export function searchRowSource(space: Space, table: SearchTable): RowSource {
  const pieces = table.searchedTypes.flatMap(({ name }) => searchPieces(space, name));
  return {
    table,
    size: pieces.length,
    itemsPerPart: piecesPerPart,
    *rows(start, end): Generator<Row> {
      for (const { id, bytes } of pieces.slice(start, end)) yield [plainCell(id), bytesCell(bytes())];
    },
  };
}

function searchPieces(space: Space, name: string): readonly Piece[] {
  const segment = space.types.get(name)?.segment;
  if (segment?.search === undefined) return [];
  const { type, file } = segment;
  const sharedSectionNames = sharedNames(file.meta);
  const names = Array.from({ length: Math.max(1, type.locales.length) }, (_, locale) => {
    const localName = localSearch(type, locale) === undefined ? SEARCH_PREFIX : localSearchName(type, locale);
    return sharedSectionNames.get(localName) ?? localName;
  });
  const entries = [...file.sections.entries()].filter((entry) =>
    names.some((sectionPrefix) => entry.name.startsWith(`${sectionPrefix}.`)),
  );
  const searchHead: SearchHead = {
    analyser: ANALYSER_VERSION,
    names,
    sections: entries.map(({ name: section, element, byteLength }) => [section, element, byteLength]),
  };
  const pieces = entries.flatMap(({ name: section, byteLength }) =>
    Array.from({ length: countPieces(byteLength) }, (_, piece): Piece => {
      const start = piece * PIECE_BYTES;
      return {
        id: pieceId(name, section, piece),
        bytes: () => file.sections.bytes(section).subarray(start, start + PIECE_BYTES),
      };
    }),
  );
  return [{ id: headId(name), bytes: () => Buffer.from(JSON.stringify(searchHead)) }, ...pieces];
}
