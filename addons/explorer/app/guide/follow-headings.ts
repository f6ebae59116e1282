/**
 * Marks the heading that is read at present in the list of contents.
 *
 * The reader reads the section at a line in the upper part of the window. In the last screen of the page the line moves
 * down to the lower edge, so that the last sections are reached too. After a jump to a heading, that heading is marked
 * until the page scrolls.
 */

/** Distance of the line from the top of the window, as a share of its height. */
const LINE = 0.25;
/** Movement after a jump that is no scrolling of the reader, in pixels. */
const TOLERANCE = 4;

/** @returns the distance of the line from the top of the window, in pixels */
function findLine(): number {
  const start = innerHeight * LINE;
  const remaining = document.documentElement.scrollHeight - innerHeight - scrollY;
  // A page that is hardly higher than the window begins at its top nevertheless.
  const lastScreen = Math.min(innerHeight, document.documentElement.scrollHeight - innerHeight);
  const progress = lastScreen <= 0 ? 0 : 1 - Math.min(1, Math.max(0, remaining) / lastScreen);
  return start + (innerHeight - start) * progress;
}

export function followHeadings(): void {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll('#contents a[href^="#"]')) {
    const id = decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '');
    const heading = document.getElementById(id);
    if (heading !== null) links.set(heading, link);
  }
  if (links.size === 0) return;
  const headings = [...links.keys()];
  let markedLink: Element | undefined;
  let jump: { readonly heading: Element; readonly scrollTop: number } | undefined;
  const markCurrent = (): void => {
    if (jump !== undefined && Math.abs(jump.scrollTop - scrollY) > TOLERANCE) jump = undefined;
    const line = findLine();
    const current = jump?.heading ?? headings.findLast((heading) => heading.getBoundingClientRect().top < line);
    const link = current === undefined ? undefined : links.get(current);
    if (link === markedLink) return;
    markedLink?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    markedLink = link;
  };
  const markTarget = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const heading = headings.find((candidate) => candidate === target);
    jump = heading === undefined ? undefined : { heading, scrollTop: scrollY };
    markCurrent();
  };
  let isWaiting = false;
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        markCurrent();
      });
    },
    { passive: true },
  );
  addEventListener('hashchange', markTarget);
  addEventListener('load', markTarget);
  markCurrent();
}
