/**
 * The state of the explorer, as signals: the place in the address, the description of the spaces, and the latest
 * answer.
 *
 * The address is the only source of the request: `go` and `change` write it, and an effect sends the request it names.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import { encodePathPart } from './address/encode.js';
import {
  findSpace,
  type Param,
  type Place,
  type Request,
  readPlace as readAnyPlace,
  readTarget,
  requestTarget,
  type Tab,
  writePlace as writeAnyPlace,
  writeTarget,
} from './address/place.js';
import { keyMessage } from './api/access-key.js';
import { type Answer, KeyRequiredError, loadDescription, readDetail, sendRequest } from './api/ask.js';
import { storeTitles } from './api/labels.js';
import { type DescribedSpace, type Description, primaryTypes, readEndpoint } from './model/space.js';
import { blockedHosts } from './parts/pictures.js';
import type { Query } from './query/query.js';
import { readQuery } from './query/read.js';
import { writeQuery } from './query/write.js';

/** The tab of an address that names none. */
const defaultTab: Tab = location.pathname.endsWith('/docs') ? 'docs' : 'items';
const readPlace = (hash: string): Place => readAnyPlace(hash, defaultTab);
const writePlace = (to: Place): string => writeAnyPlace(to, defaultTab);

export const place = signal<Place>(readPlace(location.hash));
export const description = signal<Description | undefined>(undefined);
/** The reason why there is no description. */
export const descriptionFailure = signal<string | undefined>(undefined);
export const answer = signal<Answer | undefined>(undefined);
export const isAsking = signal(false);

const hasSpaces = computed(() => (description.value?.spaces.length ?? 0) > 1);
const target = computed(() => place.value.target);
const fullRequest = computed(() => readTarget(target.value));

const spaces = computed(() => description.value?.spaces ?? []);
export const space = computed((): DescribedSpace | undefined => findSpace(spaces.value, target.value));
/** The request below the delivery root of the space. */
export const request = computed((): Request => {
  const { path, params } = fullRequest.value;
  return hasSpaces.value ? { path: path.slice(1), params } : { path, params };
});
/** Path and query below the delivery root, as they are sent: in their original spelling. */
export const sent = computed(() => requestTarget(spaces.value, target.value));
export const query = computed((): Query => readQuery(request.value.params));
export const endpoint = computed(() => readEndpoint(space.value, request.value.path));
export const types = computed(() => primaryTypes(space.value, endpoint.value));
/** The query of the shown answer, so that a table does not change before the next answer arrives. */
export const shownQuery = computed((): Query => readQuery(readTarget(answer.value?.target ?? '').params));
/** The first type of the primary data. */
export const type = computed(() => types.value[0]);

/** The locale of every request in this view; undefined for the default. */
export const locale = computed(() => query.value.locale);
export const localeParams = computed((): readonly Param[] =>
  locale.value === undefined ? [] : [['localeCode', locale.value]],
);

const spacePrefix = (name: string | undefined): string =>
  hasSpaces.value && name !== undefined ? `/${encodePathPart(name)}` : '';

/** @returns the address of a request, in the tab of items unless another is given */
export function hrefOf(
  to: Partial<Request>,
  changes: Partial<Omit<Place, 'target'>> = {},
  usedSpace = space.value,
): string {
  const written = writeTarget({
    path: to.path ?? [],
    params: to.params ?? (usedSpace?.name === space.value?.name ? localeParams.value : []),
  });
  return writePlace({ ...place.value, tab: 'items', ...changes, target: `${spacePrefix(usedSpace?.name)}${written}` });
}

/** @returns the address of a path: in the reference if that is shown, otherwise of its items */
export const hrefHere = (path: readonly string[]): string =>
  hrefOf({ path }, { tab: place.value.tab === 'docs' ? 'docs' : 'items' });

/** The address of the space's start page, from which `linkTo` makes other addresses. */
const startHref = computed(() => hrefOf({}));

/**
 * @returns the address of a path, as `hrefOf`; depends only on `home`, so a table is not rendered again at each request
 */
export function linkTo(path: readonly string[]): string {
  const fullRequest = startHref.value;
  const mark = fullRequest.indexOf('?');
  const written = path.map(encodePathPart).join('/');
  return mark < 0 ? `${fullRequest}${written}` : `${fullRequest.slice(0, mark)}${written}${fullRequest.slice(mark)}`;
}

export const hrefWith = (changes: Partial<Place>): string => writePlace({ ...place.value, ...changes });

/** State of history entries that were shown before; the entry of a followed link has none. */
const SEEN = 'seen';

/** Goes to an address. @param how whether to add a history entry or to replace the current one */
export function go(href: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(SEEN, '', href);
  else history.replaceState(SEEN, '', href);
  place.value = readPlace(location.hash);
}

/** Changes the query of the current path. */
export function change(changes: Partial<Query>, how: 'push' | 'replace' = 'push'): void {
  const params = writeQuery({ ...query.value, ...changes });
  go(hrefOf({ path: request.value.path, params }, { tab: place.value.tab }), how);
}

/** Shows another request in its given spelling. @param text path and query below the delivery root */
export function goToTarget(text: string): void {
  const written = text.startsWith('/') ? text : `/${text}`;
  go(writePlace({ ...place.value, target: `${spacePrefix(space.value?.name)}${written}` }));
}

export const rootOf = (usedSpace: DescribedSpace): string => new URL(usedSpace.root, document.baseURI).href;

/** Loads the description of the spaces. @param pageDescription the description in the page, if there is one */
export async function loadSpaces(pageDescription?: Description): Promise<void> {
  if (pageDescription !== undefined) {
    description.value = pageDescription;
    return;
  }
  descriptionFailure.value = undefined;
  try {
    description.value = await loadDescription();
    keyMessage.value = undefined;
  } catch (error) {
    if (error instanceof KeyRequiredError) {
      keyMessage.value = error.message;
      return;
    }
    descriptionFailure.value = error instanceof Error ? error.message : String(error);
  }
}

let leftHref: string | undefined;
/** @returns the address of the view that Back has left; at the first call only */
export function takeLeftView(): string | undefined {
  const takenHref = leftHref;
  leftHref = undefined;
  return takenHref;
}

let lastRequest = 0;
export function resendRequest(): void {
  const usedSpace = space.value;
  if (usedSpace === undefined || usedSpace.snapshot === null) return;
  lastRequest += 1;
  const number = lastRequest;
  isAsking.value = true;
  const previousAnswer = answer.peek();
  const targetPath = (target: string): string | undefined => target.split('?')[0];
  // Remove the old answer if the heading changes.
  if (previousAnswer?.space !== usedSpace.name || targetPath(previousAnswer.target) !== targetPath(sent.value))
    answer.value = undefined;
  void sendRequest(usedSpace, sent.value).then((loadedAnswer) => {
    // Ignore the answer if a newer request was sent.
    if (number !== lastRequest) return;
    // Store the titles before rendering, so that no chip requests them.
    storeTitles(usedSpace, [...loadedAnswer.document.data, ...loadedAnswer.document.included], locale.value);
    batch(() => {
      isAsking.value = false;
      blockedHosts.value = new Set();
      answer.value = loadedAnswer;
    });
    // The key was revoked or has expired.
    if (loadedAnswer.status === 401) keyMessage.value = readDetail(loadedAnswer.document);
  });
}

/** Connects the state with the history of the browser, and sends the first request. */
export function startState(): void {
  history.replaceState(SEEN, '');
  addEventListener('popstate', () => {
    leftHref = history.state === SEEN ? writePlace(place.value) : undefined;
    history.replaceState(SEEN, '');
    place.value = readPlace(location.hash);
  });
  addEventListener('hashchange', () => {
    if (writePlace(place.value) !== writePlace(readPlace(location.hash))) place.value = readPlace(location.hash);
  });
  effect(() => {
    if (description.value !== undefined && sent.value !== undefined) resendRequest();
  });
  addEventListener('online', () => {
    if (descriptionFailure.value !== undefined) void loadSpaces();
    else if (answer.value?.status === 0) resendRequest();
  });
  void loadSpaces(window.stele?.description);
}
