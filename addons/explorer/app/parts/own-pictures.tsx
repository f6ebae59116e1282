/**
 * Pictures whose addresses have no host: this server may have them, or a proxy before it; an import without `--assets`
 * leaves addresses of the CMS that lead nowhere.
 *
 * Before a page of them is requested, two are tried. If both are missing, no other is requested until the page is loaded
 * again, and their names are shown.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

const ownPictures = signal<'unknown' | 'there' | 'missing'>('unknown');
/** Pictures that are tried before all are missing. */
const triedMaximum = 2;
const triedUrls = new Set<string>();
const waitingUrls: string[] = [];
let isTrying = false;

function tryNext(): void {
  if (isTrying || ownPictures.peek() === 'there') return;
  const url = waitingUrls.find((waiting) => !triedUrls.has(waiting));
  if (url === undefined || triedUrls.size >= triedMaximum) {
    ownPictures.value = 'missing';
    return;
  }
  isTrying = true;
  triedUrls.add(url);
  const picture = new Image();
  picture.addEventListener('load', () => {
    ownPictures.value = 'there';
  });
  picture.addEventListener('error', () => {
    isTrying = false;
    tryNext();
  });
  picture.src = url;
}

/** Whether the address has no host. */
export const isOwnPicture = (url: string): boolean => /^(?!\/\/|[a-z][a-z\d+.-]*:)/i.test(url);

interface OwnPictureProps {
  readonly url: string;
  /** Shown until it is known whether there are pictures. */
  readonly frame: ComponentChildren;
  /** Shown if there are none. */
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}

export function OwnPicture({ url, frame, name, children }: OwnPictureProps) {
  const state = ownPictures.value;
  useEffect(() => {
    // After one missing picture, the first picture of the next page is tried too.
    if (ownPictures.peek() === 'there' || triedUrls.size >= triedMaximum) return;
    waitingUrls.push(url);
    tryNext();
  }, [url]);
  if (state === 'there') return <>{children}</>;
  return <>{state === 'missing' ? name : frame}</>;
}

/** Says once why there are names in place of pictures. */
export const MissingPictures = () =>
  ownPictures.value === 'missing' && (
    <p class="held-back">
      Pictures are shown by their names: their addresses have no host, and this server does not have the files. Import
      or build again with <code>--assets</code> and the address of the CMS.
    </p>
  );
