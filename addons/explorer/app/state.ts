/**
 * The state of the explorer, as signals: the place in the address, the description of the spaces, and the latest
 * answer.
 *
 * The address is the only source of the request: `go` and `change` write it, and an effect sends the request it names.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import { pathPart } from './address/encode.js';
import {
  type Param,
  type Place,
  type Request,
  readPlace as readAnyPlace,
  readTarget,
  sentTo,
  spaceAt,
  type Tab,
  writePlace as writeAnyPlace,
  writeTarget,
} from './address/place.js';
import { keyWanted } from './api/access-key.js';
import { type Answer, ask, detailOf, KeyWanted, loadDescription } from './api/ask.js';
import { learn } from './api/labels.js';
import { type DescribedSpace, type Description, endpointOf, primaryTypes } from './model/space.js';
import { heldBack } from './parts/pictures.js';
import type { Query } from './query/query.js';
import { readQuery } from './query/read.js';
import { writeQuery } from './query/write.js';

/** The tab of an address that names none. */
const usualTab: Tab = location.pathname.endsWith('/docs') ? 'docs' : 'items';
const readPlace = (hash: string): Place => readAnyPlace(hash, usualTab);
const writePlace = (to: Place): string => writeAnyPlace(to, usualTab);

export const place = signal<Place>(readPlace(location.hash));
export const description = signal<Description | undefined>(undefined);
/** The reason why there is no description. */
export const trouble = signal<string | undefined>(undefined);
export const answer = signal<Answer | undefined>(undefined);
export const isAsking = signal(false);

const hasSpaces = computed(() => (description.value?.spaces.length ?? 0) > 1);
const target = computed(() => place.value.target);
const whole = computed(() => readTarget(target.value));

const spaces = computed(() => description.value?.spaces ?? []);
export const space = computed((): DescribedSpace | undefined => spaceAt(spaces.value, target.value));
/** The request below the delivery root of the space. */
export const request = computed((): Request => {
  const { path, params } = whole.value;
  return hasSpaces.value ? { path: path.slice(1), params } : { path, params };
});
/** Path and query below the delivery root, as they are sent: in their original spelling. */
export const sent = computed(() => sentTo(spaces.value, target.value));
export const query = computed((): Query => readQuery(request.value.params));
export const endpoint = computed(() => endpointOf(space.value, request.value.path));
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

const prefixOf = (name: string | undefined): string =>
  hasSpaces.value && name !== undefined ? `/${pathPart(name)}` : '';

/** @returns the address of a request, in the tab of items unless another is given */
export function hrefOf(to: Partial<Request>, changes: Partial<Omit<Place, 'target'>> = {}, of = space.value): string {
  const written = writeTarget({
    path: to.path ?? [],
    params: to.params ?? (of?.name === space.value?.name ? localeParams.value : []),
  });
  return writePlace({ ...place.value, tab: 'items', ...changes, target: `${prefixOf(of?.name)}${written}` });
}

/** @returns the address of a path: in the reference if that is shown, otherwise of its items */
export const hrefHere = (path: readonly string[]): string =>
  hrefOf({ path }, { tab: place.value.tab === 'docs' ? 'docs' : 'items' });

/** The address of the space's start page, from which `linkTo` makes other addresses. */
const home = computed(() => hrefOf({}));

/**
 * @returns the address of a path, as `hrefOf`; depends only on `home`, so a table is not rendered again at each request
 */
export function linkTo(path: readonly string[]): string {
  const whole = home.value;
  const mark = whole.indexOf('?');
  const written = path.map(pathPart).join('/');
  return mark < 0 ? `${whole}${written}` : `${whole.slice(0, mark)}${written}${whole.slice(mark)}`;
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
  go(writePlace({ ...place.value, target: `${prefixOf(space.value?.name)}${written}` }));
}

export const rootOf = (of: DescribedSpace): string => new URL(of.root, document.baseURI).href;

/** Loads the description of the spaces. @param pageDescription the description in the page, if there is one */
export async function load(pageDescription?: Description): Promise<void> {
  if (pageDescription !== undefined) {
    description.value = pageDescription;
    return;
  }
  trouble.value = undefined;
  try {
    description.value = await loadDescription();
    keyWanted.value = undefined;
  } catch (error) {
    if (error instanceof KeyWanted) {
      keyWanted.value = error.message;
      return;
    }
    trouble.value = error instanceof Error ? error.message : String(error);
  }
}

let leftView: string | undefined;
/** @returns the address of the view that Back has left; at the first call only */
export function takeLeftView(): string | undefined {
  const left = leftView;
  leftView = undefined;
  return left;
}

let asked = 0;
export function askAgain(): void {
  const of = space.value;
  if (of === undefined || of.snapshot === null) return;
  asked += 1;
  const number = asked;
  isAsking.value = true;
  const before = answer.peek();
  const pathOf = (target: string): string | undefined => target.split('?')[0];
  // Remove the old answer if the heading changes.
  if (before?.space !== of.name || pathOf(before.target) !== pathOf(sent.value)) answer.value = undefined;
  void ask(of, sent.value).then((found) => {
    // Ignore the answer if a newer request was sent.
    if (number !== asked) return;
    // Store the titles before rendering, so that no chip requests them.
    learn(of, [...found.document.data, ...found.document.included], locale.value);
    batch(() => {
      isAsking.value = false;
      heldBack.value = new Set();
      answer.value = found;
    });
    // The key was revoked or has expired.
    if (found.status === 401) keyWanted.value = detailOf(found.document);
  });
}

/** Connects the state with the history of the browser, and sends the first request. */
export function begin(): void {
  history.replaceState(SEEN, '');
  addEventListener('popstate', () => {
    leftView = history.state === SEEN ? writePlace(place.value) : undefined;
    history.replaceState(SEEN, '');
    place.value = readPlace(location.hash);
  });
  addEventListener('hashchange', () => {
    if (writePlace(place.value) !== writePlace(readPlace(location.hash))) place.value = readPlace(location.hash);
  });
  effect(() => {
    if (description.value !== undefined && sent.value !== undefined) askAgain();
  });
  addEventListener('online', () => {
    if (trouble.value !== undefined) void load();
    else if (answer.value?.status === 0) askAgain();
  });
  void load(window.stele?.description);
}
