/**
 * Markdown as a reader sees it.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isPictureUrl } from './picture-url.js';
import { loadReader, reader } from './reader.js';

export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  const read = reader.value;
  useEffect(loadReader, []);
  useLayoutEffect(() => {
    if (read !== undefined) place.current?.replaceChildren(read.fragmentOf(text, isPictureUrl));
  }, [text, read]);
  return read === undefined ? (
    <div class="lines" dir="auto">
      {text}
    </div>
  ) : (
    <div ref={place} class="prose" dir="auto" />
  );
}
