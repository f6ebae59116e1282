/**
 * Marks the heading that is read at present in the list of contents.
 */

/** Distance from the top of the window, in pixels, above which a heading has been reached. */
const reachedPx = 120;

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
  const markCurrent = (): void => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < reachedPx);
    const link = current === undefined ? undefined : links.get(current);
    if (link === markedLink) return;
    markedLink?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    markedLink = link;
  };
  const observer = new IntersectionObserver(markCurrent, { rootMargin: `-${reachedPx}px 0px 0px 0px` });
  for (const heading of headings) observer.observe(heading);
  addEventListener('scrollend', markCurrent);
  markCurrent();
}
