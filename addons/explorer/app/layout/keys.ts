/**
 * Single-key shortcuts and their actions. They do nothing while the reader types in an input or has turned them off.
 */
import { signal } from '@preact/signals';
import { TABS } from '../address/place.js';
import { isList } from '../model/space.js';
import { hasKeys } from '../parts/preferences.js';
import { LIMIT_DEFAULT } from '../query/query.js';
import { answer, change, endpoint, go, hrefOf, hrefWith, place, query } from '../state.js';

export const isHelpOpen = signal(false);

/** The list in the help dialog. */
export const SHORTCUTS: readonly (readonly [key: string, action: string])[] = [
  ['/', 'Edit the request'],
  ['s', 'Search all types'],
  ['a', 'Open or close the query'],
  ['1 – 5', 'Items, document, explanation, code, reference'],
  ['n, p', 'Next and previous page'],
  ['h', 'All content types'],
  ['↑ ↓', 'In a table: the row above or below'],
  ['?', 'Show this help'],
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function turnPage(direction: 1 | -1): void {
  const total = answer.value?.document.total;
  if (!isList(endpoint.value) || total === undefined) return;
  const limit = Number(query.value.limit ?? LIMIT_DEFAULT);
  const skip = Number(query.value.skip ?? 0) + direction * limit;
  if (skip >= 0 && skip < total) change({ skip: skip === 0 ? undefined : String(skip) });
}

/** Opens the query panel and moves the focus to it. */
export function openQuery(): void {
  go(hrefWith({ ask: true }));
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.ask h2')?.focus());
}

export function closeQuery(): void {
  go(hrefWith({ ask: false }));
  document.querySelector<HTMLElement>('.url [aria-pressed]')?.focus();
}

const findOpenLists = (): readonly HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>('details.columns[open]'),
];

/** Closes the dialog and open lists at a click outside of them. */
export function closeOutside({ target, clientX, clientY }: PointerEvent): void {
  if (target instanceof HTMLDialogElement) {
    const { left, right, top, bottom } = target.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close();
  }
  for (const list of findOpenLists()) if (!(target instanceof Node && list.contains(target))) list.open = false;
}

/** Closes the topmost open list or panel, and returns the focus to its button. */
function closeTopmost({ target }: KeyboardEvent): void {
  const [list] = findOpenLists();
  if (list !== undefined) {
    list.open = false;
    list.querySelector('summary')?.focus();
    return;
  }
  if (!(target instanceof HTMLElement) || target.closest('.ask') === null) return;
  // In a search input with text, the browser uses Escape to empty it.
  if (!(target instanceof HTMLInputElement && target.type === 'search' && target.value !== '')) closeQuery();
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('target')?.focus(),
  s: () => document.querySelector<HTMLElement>('.find input')?.focus(),
  a: () => (place.value.ask ? closeQuery() : openQuery()),
  n: () => turnPage(1),
  p: () => turnPage(-1),
  h: () => go(hrefOf({})),
  '?': () => {
    isHelpOpen.value = true;
  },
};

export function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !isHelpOpen.value) closeTopmost(event);
  if (!hasKeys.value || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const tab = TABS[Number(event.key) - 1];
  const action = tab === undefined ? ACTIONS[event.key] : () => go(hrefWith({ tab }));
  if (action === undefined || isHelpOpen.value) return;
  event.preventDefault();
  action();
}
