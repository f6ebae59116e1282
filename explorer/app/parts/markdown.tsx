/**
 * Markdown as a reader sees it. It comes from the content, so nobody vouches for it: what becomes HTML is sanitised, and
 * the page's policy lets no other HTML in.
 */
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useLayoutEffect, useRef } from 'preact/hooks';

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 's'],
  ...['ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd', 'mark', 'q'],
];
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'lang', 'dir', 'start', 'align'];
/** http, https, mailto, or relative: a colon before the first slash would begin another scheme. */
const LINKS = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;
/** A heading of a text stands below those of the page. */
const headingsDown = 2;

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer nofollow');
    node.setAttribute('target', '_blank');
  }
  if (node.nodeName === 'IMG') {
    if (!isPictureUrl(node.getAttribute('src') ?? '')) node.removeAttribute('src');
    node.setAttribute('loading', 'lazy');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
});

/** Whether a picture may be loaded from there: http, https, or relative to this page. */
export function isPictureUrl(url: string): boolean {
  if (url === '' || !URL.canParse(url, document.baseURI)) return false;
  const { protocol } = new URL(url, document.baseURI);
  return protocol === 'http:' || protocol === 'https:';
}

marked.use({
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = Math.min(6, Number(token['depth']) + headingsDown);
  },
});

const clean = (html: string) =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: LINKS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });

export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(clean(marked.parse(text, { async: false })));
  }, [text]);
  return <div ref={place} class="prose" dir="auto" />;
}
