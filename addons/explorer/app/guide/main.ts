/**
 * The script of the guides: theme, contents on narrow screens, examples, copy buttons, the current heading, and the search.
 *
 * Every part is an addition: without scripts, the guides can be read and searched.
 */
import { readStored, writeStored } from '../parts/browser-storage.js';
import { addCopyButtons } from './copy-code.js';
import { followHeadings } from './follow-headings.js';
import { startExamples } from './run-examples.js';
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
  const bar = document.querySelector('.bar');
  const setOpen = (isOpen: boolean): void => {
    // The contents cover the page below the bar, whose lower part stays when the page scrolls.
    document.documentElement.style.setProperty('--bar-end', `${bar?.getBoundingClientRect().bottom ?? 0}px`);
    document.documentElement.classList.toggle('contents-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    contents.classList.toggle('closed', !isOpen);
    if (isOpen) showCurrent();
  };
  const showCurrent = (): void => {
    const current = [...contents.querySelectorAll<HTMLElement>('[aria-current]')].at(-1);
    if (current === undefined) return;
    const isBelow = current.offsetTop > contents.clientHeight - 80;
    contents.scrollTop = isBelow ? current.offsetTop - 80 : 0;
  };
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    setOpen(false);
    if (button instanceof HTMLElement) button.focus();
  });
  button.addEventListener('click', () => setOpen(button.getAttribute('aria-expanded') !== 'true'));
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) setOpen(false);
  });
  showCurrent();
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
startExamples();
addCopyButtons();
makeScrollable();
addEventListener('resize', makeScrollable);
followHeadings();
startSearch();
