/**
 * The main area: the heading, the tabs, and the view of the answer that the tab selects.
 */

import { useEffect, useRef } from 'preact/hooks';
import { TABS, type Tab } from '../address/place.js';
import { findLabel, labelsVersion } from '../api/labels.js';
import { LinkageView, useTitles } from '../browse/chips.js';
import { Errors } from '../browse/errors.js';
import { Home, Spaces } from '../browse/home.js';
import { Item } from '../browse/item.js';
import { ItemList } from '../browse/table.js';
import { DocumentTree } from '../document/document-tree.js';
import type { Identifier } from '../model/resource.js';
import { formatCounted } from '../parts/format.js';
import { Name } from '../parts/name.js';
import { Note, Skeleton } from '../parts/note.js';
import { MissingPictures } from '../parts/own-pictures.js';
import { BlockedPictures } from '../parts/pictures.js';
import { Reference } from '../reference/reference.js';
import {
  answer,
  description,
  endpoint,
  hrefHere,
  hrefOf,
  hrefWith,
  isAsking,
  locale,
  place,
  request,
  space,
  takeLeftView,
} from '../state.js';
import { Code } from '../understand/code.js';
import { Explain } from '../understand/explain.js';

const LABELS: Readonly<Record<Tab, string>> = {
  items: 'Items',
  document: 'Document',
  explain: 'Explain',
  code: 'Code',
  docs: 'Reference',
};

/** @returns whether the reader used a key last, not a pointer */
function useKeyboardState(): { readonly current: boolean } {
  const isKeyUsed = useRef(false);
  useEffect(() => {
    const watch = ({ type }: Event): void => {
      isKeyUsed.current = type === 'keydown';
    };
    addEventListener('keydown', watch, true);
    addEventListener('pointerdown', watch, true);
    return () => {
      removeEventListener('keydown', watch, true);
      removeEventListener('pointerdown', watch, true);
    };
  }, []);
  return isKeyUsed;
}

/**
 * After an answer: focuses the link that Back returned from, or the heading if the focused element is gone.
 *
 * Some browsers do not focus a button that is clicked, so after a click without focus the heading is focused only on a new
 * page: otherwise the page would scroll to its top.
 */
function useFocus(): void {
  const isFirst = useRef(true);
  const isKeyUsed = useKeyboardState();
  const shownPath = useRef('');
  const currentAnswer = answer.value;
  useEffect(() => {
    if (currentAnswer === undefined) return undefined;
    const leftHref = takeLeftView();
    const path = JSON.stringify([space.value?.name, request.value.path]);
    const isSamePage = shownPath.current === path;
    shownPath.current = path;
    const heading = document.querySelector<HTMLElement>('h1');
    const focused = document.activeElement;
    const hasFocus = focused !== null && focused !== document.body && focused !== heading;
    if (isFirst.current || hasFocus) {
      isFirst.current = false;
      return undefined;
    }
    if (isSamePage && !isKeyUsed.current && leftHref === undefined) return undefined;
    heading?.focus();
    if (leftHref === undefined) return undefined;
    const focusLeftLink = (): void => {
      const links = [...document.querySelectorAll<HTMLElement>('main a')];
      const link = links.find((anchor) => anchor.getAttribute('href') === leftHref);
      if (link === undefined && document.activeElement === heading && answer.value === currentAnswer) return;
      lateLinks.disconnect();
      if (document.activeElement === heading && answer.value === currentAnswer) link?.focus();
    };
    // Similar items and links to an item arrive after the item, so wait for them.
    const lateLinks = new MutationObserver(focusLeftLink);
    lateLinks.observe(document.body, { childList: true, subtree: true });
    focusLeftLink();
    return () => lateLinks.disconnect();
  }, [currentAnswer]);
}

export function Main() {
  useFocus();
  return (
    <main id="main" tabIndex={-1}>
      <Heading />
      <Tabs />
      <p class="hidden" role="status">
        {announcement()}
      </p>
      <div class="shown">
        <MissingPictures />
        <BlockedPictures allowed={description.value?.pictures !== false} />
        <AnswerView />
      </div>
    </main>
  );
}

/** @returns the text of the live region, for screen readers */
function announcement(): string {
  const currentAnswer = answer.value;
  if (currentAnswer === undefined || isAsking.value) return '';
  const { document } = currentAnswer;
  if (document.kind === 'errors')
    return `The server refused the request: ${formatCounted(document.errors.length, 'problem')}.`;
  return document.total === undefined ? 'Answered.' : `${formatCounted(document.total, 'item')}.`;
}

function Heading() {
  const { path } = request.value;
  const isReference = place.value.tab === 'docs';
  const total = isReference ? undefined : answer.value?.document.total;
  const listedType = endpoint.value.kind === 'collection' ? endpoint.value.type : undefined;
  if (path.length === 0)
    return (
      <h1 class="title" tabIndex={-1}>
        {place.value.tab === 'docs' && space.value !== undefined
          ? `Reference of ${space.value.name}`
          : (space.value?.name ?? 'Spaces')}
      </h1>
    );
  return (
    <div class="heading">
      <h1 class="title" tabIndex={-1}>
        {isReference && (
          <span>
            <a href={hrefOf({}, { tab: 'docs' })}>Reference</a>
            <span class="slash"> / </span>
          </span>
        )}
        {path.map((part, index) => {
          const ancestorPath = path.slice(0, index + 1);
          const isLink = index < path.length - 1 && part !== 'relationships';
          return (
            <span key={ancestorPath.join('/')}>
              {index > 0 && <span class="slash"> / </span>}
              {isLink ? (
                <a href={hrefHere(ancestorPath)}>
                  {index === 1 ? <ItemName identifier={{ type: path[0] ?? '', id: part }} /> : part}
                </a>
              ) : listedType !== undefined ? (
                <Name named={listedType} />
              ) : (
                <bdi>{part === '_search' && !isReference ? 'Search results' : part}</bdi>
              )}
            </span>
          );
        })}
      </h1>
      {total !== undefined && <span class="total">{formatCounted(total, 'item')}</span>}
    </div>
  );
}

/** The title of an item above the items that are related to it; the id if it has none. */
function ItemName({ identifier }: { readonly identifier: Identifier }) {
  useTitles([identifier]);
  labelsVersion.value;
  const label = space.value === undefined ? undefined : findLabel(space.value, identifier, locale.value);
  return (
    <bdi class="ancestor" title={identifier.id}>
      {label || identifier.id}
    </bdi>
  );
}

function Tabs() {
  const { path } = request.value;
  if (path.length === 0) return null;
  const { value: shownEndpoint } = endpoint;
  const isSingle = shownEndpoint.kind === 'item' || (shownEndpoint.kind === 'related' && !shownEndpoint.field.many);
  return (
    <nav class="tabs" aria-label="Views of the answer">
      {Object.entries(LABELS).map(([tab, label]) => {
        const ancestorPath = findTab(tab);
        if (ancestorPath === 'docs' && description.value?.docs !== true) return null;
        return (
          <a
            key={tab}
            href={hrefWith({ tab: ancestorPath })}
            aria-current={place.value.tab === ancestorPath ? 'page' : undefined}
          >
            {tab === 'items' && isSingle ? 'Item' : label}
          </a>
        );
      })}
    </nav>
  );
}

const findTab = (name: string): Tab => TABS.find((tab) => tab === name) ?? 'items';

function AnswerView() {
  const currentAnswer = answer.value;
  if (space.value === undefined) return <Spaces />;
  if (space.value.snapshot === null)
    return <Note text="No snapshot of this space is loaded yet. Reload the page after the first build or pull." />;
  if (place.value.tab === 'docs') return <Reference />;
  if (request.value.path.length === 0) return <Home />;
  if (currentAnswer === undefined) return isAsking.value ? <Skeleton /> : null;
  switch (place.value.tab) {
    case 'document':
      return <DocumentTree json={currentAnswer.json} />;
    case 'explain':
      return <Explain />;
    case 'code':
      return <Code />;
    default:
      return <Items />;
  }
}

function Items() {
  const document = answer.value?.document;
  if (document === undefined) return null;
  switch (document.kind) {
    case 'errors':
      return <Errors errors={document.errors} />;
    case 'none':
      return <Note text="This relationship has no related item." />;
    case 'links':
      return <DocumentTree json={answer.value?.json} />;
    default:
      break;
  }
  if (endpoint.value.kind === 'linkage') return <LinkageView />;
  return document.kind === 'item' ? <Item /> : <ItemList />;
}
