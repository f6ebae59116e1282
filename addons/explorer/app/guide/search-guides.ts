/**
 * The search of the guides while the reader types: sections with the matched words, below the input.
 *
 * The server answers from a snapshot of the guides. Enter opens a page with all results, which needs no script.
 */
import { describeReadWords } from '../browse/search-sentences.js';
import { isObject, readList, readNumber, readObject, readText } from '../model/resource.js';

/** Pause after a key before a request, in milliseconds. */
const pauseMs = 120;

/** Adds the passage with its matched words marked. */
function appendPassage(element: Element, highlight: unknown, fallback: string): void {
  const text = readText(highlight, 'text');
  if (text === '') {
    element.append(fallback);
    return;
  }
  // A passage of the middle of a sentence begins with a small letter.
  if (/^\p{Ll}/u.test(text)) element.append('… ');
  let position = 0;
  for (const word of readList(highlight, 'words').filter(isObject)) {
    const [start, end] = [readNumber(word, 'start') ?? 0, readNumber(word, 'end') ?? 0];
    const mark = document.createElement('mark');
    mark.append(text.slice(start, end));
    element.append(text.slice(position, start), mark);
    position = end;
  }
  element.append(text.slice(position));
}

/** @returns the link of a section that was found */
function createHit(section: unknown, folder: string): HTMLLIElement {
  const attributes = readObject(section, 'attributes');
  const highlights = readObject(readObject(section, 'meta'), 'highlights');
  const [item, link, heading, passage] = [
    document.createElement('li'),
    document.createElement('a'),
    document.createElement('b'),
    document.createElement('span'),
  ];
  link.href = `${folder}${readText(attributes, 'address')}`;
  const [guide, title] = [readText(attributes, 'guide'), readText(attributes, 'heading')];
  if (guide !== title) heading.append(`${guide} › `);
  appendPassage(heading, highlights['heading'], title);
  appendPassage(passage, highlights['text'], readText(attributes, 'lead'));
  link.append(heading, passage);
  item.append(link);
  return item;
}

export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#guide-search');
  const hits = document.querySelector<HTMLElement>('#hits');
  if (input === null || hits === null) return;
  const { answers = '', folder = '' } = input.dataset;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRequest = 0;

  const show = (text: string, content: unknown): void => {
    const list = document.createElement('ul');
    const sections = readList(content, 'data');
    list.append(...sections.map((section) => createHit(section, folder)));
    const meta = readObject(content, 'meta');
    const total = readNumber(meta, 'total') ?? 0;
    const summary = document.createElement('p');
    summary.setAttribute('role', 'status');
    const detail = readText(readList(content, 'errors')[0], 'detail');
    if (detail !== '') summary.append(detail);
    else if (total === 0)
      summary.append(`No section matches “${text}”. Write one word, or another word for the same thing.`);
    else {
      const count = `${total} ${total === 1 ? 'section' : 'sections'}.`;
      const rest = total > sections.length ? ['Press Enter to see all.'] : [];
      summary.append([...describeReadWords(meta), count, ...rest].join(' '));
    }
    hits.replaceChildren(list, summary);
    hits.hidden = false;
  };
  const close = (): void => {
    lastRequest += 1;
    hits.hidden = true;
  };
  const search = async (): Promise<void> => {
    const text = input.value.trim();
    if (text === '') return close();
    lastRequest += 1;
    const number = lastRequest;
    try {
      const reply = await fetch(`${answers}?q=${encodeURIComponent(input.value)}`);
      const content: unknown = await reply.json();
      if (number === lastRequest) show(text, content);
    } catch {
      // The server cannot be reached; the form shows the browser's own message.
      close();
    }
  };
  const move = (step: number): void => {
    const stops = [input, ...hits.querySelectorAll('a')];
    const place = stops.findIndex((stop) => stop.matches(':focus'));
    if (place >= 0) stops[(place + step + stops.length) % stops.length]?.focus();
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), pauseMs);
  });
  input.form?.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (!hits.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && input.form?.contains(target) !== true) close();
  });
  hits.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) close();
  });
  addEventListener('keydown', (event) => {
    const isTyped = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}
