/**
 * Loads the OpenAPI document of the server, `/openapi.json`, once for each snapshot of a space.
 */
import { signal } from '@preact/signals';
import { authorizationHeaders } from '../api/access-key.js';
import { isObject, type JsonObject, readList, readText } from '../model/resource.js';
import type { DescribedSpace } from '../model/space.js';

/** Snapshot and root of a space → its document, or the reason why it could not be loaded. */
const documents = signal<ReadonlyMap<string, JsonObject | string>>(new Map());
const requestedKeys = new Set<string>();

const documentKey = ({ snapshot, root }: DescribedSpace): string => `${snapshot} ${root}`;

/** @returns the address of the document, next to the delivery root */
export const documentAddress = ({ root }: DescribedSpace): string => root.replace(/delivery\/jsonapi$/, 'openapi.json');

export const findDocument = (space: DescribedSpace): JsonObject | string | undefined =>
  documents.value.get(documentKey(space));

/** Loads the document once. @param isRetry whether to load it although it was requested before */
export async function loadDocument(space: DescribedSpace, isRetry = false): Promise<void> {
  const key = documentKey(space);
  if (requestedKeys.has(key) && !isRetry) return;
  requestedKeys.add(key);
  let loadedDocument: JsonObject | string = 'The server has no OpenAPI document.';
  try {
    const reply = await fetch(documentAddress(space), { headers: authorizationHeaders() });
    const content: unknown = await reply.json();
    if (reply.ok && isObject(content)) loadedDocument = content;
    else loadedDocument = readText(readList(content, 'errors')[0], 'detail') || loadedDocument;
  } catch (error) {
    loadedDocument =
      error instanceof Error ? `The OpenAPI document could not be loaded: ${error.message}` : loadedDocument;
  }
  documents.value = new Map(documents.value).set(key, loadedDocument);
}
