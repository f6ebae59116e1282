/**
 * The items whose id, or a unique field, is exactly the searched text. A search of words finds them late or not at all, because
 * ids are not searched, and a field need not be.
 */
import { useEffect, useState } from 'preact/hooks';
import { type Param, writeTarget } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import type { Resource } from '../model/resource.js';
import {
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  findTitleField,
  isNumeric,
  isUnique,
} from '../model/space.js';
import { endpoint, localeParams, query, space } from '../state.js';

export interface ExactMatch {
  readonly resource: Resource;
  /** The field that has the text as its value, or `id`. */
  readonly field: string;
}

const NONE: readonly ExactMatch[] = [];
/** A match is one item of a type, unless several unique fields have the value. */
const ITEMS_MAXIMUM = 3;
/** Bounds the number of requests. */
const TYPES_MAXIMUM = 60;
const LENGTH_MAXIMUM = 200;

const canHold = (field: DescribedField, text: string): boolean =>
  isNumeric(field) ? /^-?\d{1,15}$/.test(text) : field.type === 'text';

/** @returns the fields, `id` first, that identify an item of the type by the text */
export const listIdentifyingFields = (type: DescribedType, text: string): readonly string[] => [
  'id',
  ...type.fields
    .filter((field) => isUnique(field) && field.operators.includes('_eq') && canHold(field, text))
    .map(({ name }) => name),
];

/** @returns the text without spaces and quotation marks around it; empty if it is too long for an id */
export function readSearchedText(search: string): string {
  const text = search.trim().replace(/^"([^"]*)"?$/, '$1');
  return text.length > LENGTH_MAXIMUM ? '' : text;
}

/** @returns path and parameters of the request for the items of a type */
export function writeExactRequest(type: DescribedType, text: string, locale: readonly Param[]): string {
  const names = listIdentifyingFields(type, text);
  const conditions = names.map(
    (name, index): Param =>
      names.length === 1 ? [`filter[${name}][_eq]`, text] : [`filter[_OR][${index}][${name}][_eq]`, text],
  );
  const fields = [findTitleField(type), ...names.slice(1)].filter((name) => name !== undefined);
  const page: readonly Param[] = [
    [`fields[${type.name}]`, [...new Set(fields)].join(',')],
    ['page[limit]', String(ITEMS_MAXIMUM)],
  ];
  return writeTarget({ path: [type.name], params: [...locale, ...conditions, ...page] });
}

async function findExactMatches(usedSpace: DescribedSpace, text: string): Promise<readonly ExactMatch[]> {
  const matches = await Promise.all(
    usedSpace.types.slice(0, TYPES_MAXIMUM).map(async (type) => {
      const { document } = await sendRequest(usedSpace, writeExactRequest(type, text, localeParams.value));
      return document.data.map((resource): ExactMatch => {
        const names = listIdentifyingFields(type, text).slice(1);
        const field = names.find((name) => String(resource.attributes[name]) === text);
        return { resource, field: resource.id === text ? 'id' : (field ?? 'id') };
      });
    }),
  );
  return matches.flat();
}

/** @returns the exact matches of a search in all types, on its first page; empty for other requests, and until they arrive */
export function useExactMatches(): readonly ExactMatch[] {
  const [matches, setMatches] = useState(NONE);
  const isFirstPage = Number(query.value.skip ?? 0) === 0;
  const text = endpoint.value.kind === 'search' && isFirstPage ? readSearchedText(query.value.search ?? '') : '';
  const usedSpace = space.value;
  useEffect(() => {
    let isCurrent = true;
    setMatches(NONE);
    if (text !== '' && usedSpace !== undefined) {
      void findExactMatches(usedSpace, text).then((found) => {
        if (isCurrent) setMatches(found);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [text, usedSpace, localeParams.value]);
  return matches;
}
