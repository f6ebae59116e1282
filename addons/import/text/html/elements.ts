/**
 * Sets of HTML elements by their form in Markdown. An element in none of the sets is left out, and its contents stay.
 */

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose contents are not text. */
export const DROPPED = names('script style noscript template canvas svg math');
/** Elements about the document, which a browser does not display. */
export const METADATA = names('title meta link base head');
/** Controls of forms: their texts stay. */
export const CONTROLS = names('form input select textarea button');
/** Elements that display or play another file; a link to its address replaces them. */
export const EMBEDDED = names('iframe video audio embed object');
/** Elements that begin and end a line, without another meaning. */
export const BLOCKS = names(
  'address article aside body caption center div dd dl dt details dialog fieldset figcaption figure footer form header hgroup html legend li main nav optgroup option p section summary search tbody tfoot thead tr',
);
export const HEADINGS = names('h1 h2 h3 h4 h5 h6');
export const LISTS = names('ul ol menu dir');
export const PREFORMATTED = names('pre listing xmp plaintext');
/** Elements that a heading or a cell of a table cannot contain. */
export const STRUCTURES: ReadonlySet<string> = new Set([
  ...[...HEADINGS, ...LISTS, ...PREFORMATTED],
  ...['blockquote', 'table', 'hr', 'dl', 'details'],
]);
/** Elements within a line for which Markdown has no mark; they stay as HTML. */
export const INLINE_HTML = names('sup sub u ins mark kbd abbr small q dfn var samp cite bdo bdi ruby rb rt rp');

/** Whether an element begins and ends a line. */
export const isBlock = (name: string): boolean =>
  BLOCKS.has(name) || STRUCTURES.has(name) || name === 'td' || name === 'th';
