/**
 * Markdown → what may be shown of it. It comes from the content, so nobody vouches for it: what becomes HTML is sanitised,
 * and the page's policy lets no other HTML in.
 *
 * Most of the page's script is this, and most views need none of it: it is loaded when a text has marks.
 */
import DOMPurify from 'dompurify';
import { marked, type Token } from 'marked';

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 's'],
  ...['ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd', 'mark', 'q'],
];
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'lang', 'dir', 'start', 'align'];
/** http, https, mailto, or relative: a colon before the first slash would begin another scheme. */
const LINKS = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;
/** A heading of a text stands below those of the page. */
const headingsDown = 2;

marked.use({
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = Math.min(6, Number(token['depth']) + headingsDown);
  },
});

/** From where pictures may be loaded. */
let isShown: (url: string) => boolean = () => false;

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer nofollow');
    node.setAttribute('target', '_blank');
  }
  if (node.nodeName === 'IMG') {
    if (!isShown(node.getAttribute('src') ?? '')) node.removeAttribute('src');
    node.setAttribute('loading', 'lazy');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
});

/** @param isPictureUrl from where pictures may be loaded */
export function fragmentOf(text: string, isPictureUrl: (url: string) => boolean): DocumentFragment {
  isShown = isPictureUrl;
  return DOMPurify.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: LINKS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** @param line one paragraph */
export const inlineTokens = (line: string): readonly Token[] => marked.Lexer.lexInline(line);
