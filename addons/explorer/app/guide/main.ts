/**
 * The script of the guides: theme, contents on narrow screens, copy buttons, the current heading, and the search.
 *
 * Every part is an addition: without scripts, the guides can be read and searched.
 */
import { readStored, writeStored } from '../parts/browser-storage.js';
import { addCopyButtons } from './copy-code.js';
import { followHeadings } from './follow-headings.js';
import { startSearch } from './search-guides.js';

function startTheme(): void {
  const select = document.querySelector<HTMLSelectElement>('#theme');
  if (select === null) return;
  select.value = readStored('theme') ?? 'system';
  select.closest('label')?.removeAttribute('hidden');
  select.addEventListener('change', () => {
    document.documentElement.dataset['theme'] = select.value;
    writeStored('theme', select.value);
  });
}

/** On a narrow screen the contents are closed at first, and a button opens them. */
function startContents(): void {
  const button = document.querySelector('#contents-button');
  const contents = document.querySelector('#contents');
  if (button === null || contents === null) return;
  button.removeAttribute('hidden');
  contents.classList.add('closed');
  const setOpen = (isOpen: boolean): void => {
    button.setAttribute('aria-expanded', String(isOpen));
    contents.classList.toggle('closed', !isOpen);
  };
  button.addEventListener('click', () => setOpen(button.getAttribute('aria-expanded') !== 'true'));
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) setOpen(false);
  });
  const current = contents.querySelector('[aria-current="page"]');
  if (current instanceof HTMLElement) contents.scrollTop = current.offsetTop - 80;
}

/** A table or code block that is wider than the page can be scrolled with the keyboard. */
function makeScrollable(): void {
  for (const element of document.querySelectorAll<HTMLElement>('.wide, figure.code pre')) {
    const isScrolled = element.scrollWidth > element.clientWidth;
    if (isScrolled) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}

startTheme();
startContents();
addCopyButtons();
makeScrollable();
addEventListener('resize', makeScrollable);
followHeadings();
startSearch();
