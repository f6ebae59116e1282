/**
 * Converts Markdown to sanitised HTML. Texts of the content are untrusted: DOMPurify removes everything that is not on
 * the lists below, and the page's policy allows only its HTML.
 *
 * The two libraries are most of the page's script, so this module is loaded only for texts with Markdown marks.
 */
import DOMPurify from 'dompurify';
import { marked, type Token } from 'marked';

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 's'],
  ...['ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd', 'mark', 'q'],
];
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'lang', 'dir', 'start', 'align'];
/** Allows http, https, mailto and relative links; a colon before the first slash would begin another scheme. */
const LINKS = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;
/** Levels by which headings are lowered, so that they are below the headings of the page. */
const headingsDown = 2;

marked.use({
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = Math.min(6, Number(token['depth']) + headingsDown);
  },
});

/** Whether the picture at a URL may be loaded; set by `renderFragment`. */
let isAllowedPicture: (url: string) => boolean = () => false;

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer nofollow');
    node.setAttribute('target', '_blank');
  }
  if (node.nodeName === 'IMG') {
    if (!isAllowedPicture(node.getAttribute('src') ?? '')) node.removeAttribute('src');
    node.setAttribute('loading', 'lazy');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
});

/** @param isPictureUrl whether the picture at a URL may be loaded */
export function renderFragment(text: string, isPictureUrl: (url: string) => boolean): DocumentFragment {
  isAllowedPicture = isPictureUrl;
  return DOMPurify.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: LINKS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** @returns the tokens of one paragraph, without making HTML */
export const readInlineTokens = (line: string): readonly Token[] => marked.Lexer.lexInline(line);
