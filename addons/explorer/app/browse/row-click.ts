/**
 * A click on a row of a table opens its item, as a click on its title does.
 */

/** What a click in a row is for, other than the item. */
const OWN_CLICK = 'a, button, input, select, textarea, label, summary';

/** Whether the reader has just selected text in the element. */
function hasSelection(element: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}

export function openRow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || !(event.target instanceof Element)) return;
  if (event.target.closest(OWN_CLICK) !== null) return;
  const row = event.target.closest('tbody tr');
  const link = row?.querySelector<HTMLAnchorElement>('a.row-link');
  if (row === null || link === null || link === undefined || hasSelection(row)) return;
  // The keys with which a link opens in another tab or window.
  if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
