/**
 * One value, as its field's type is shown.
 */
import { numberAt, textAt } from '../model/json.js';
import type { DescribedField } from '../model/space.js';
import { isPictureUrl, Markdown } from '../parts/markdown.js';

interface ValueProps {
  readonly field: DescribedField;
  readonly value: unknown;
  /** In a table, where there is one line or two. */
  readonly brief: boolean;
}

const isDate = /^\d{4}-\d\d-\d\d$/;

/** `2026-05-16T08:15:00.000Z` → `2026-05-16 08:15`; seconds where there are any. */
function instant(text: string): string {
  if (isDate.test(text)) return text;
  return text
    .replace('T', ' ')
    .replace(/\.000Z$|Z$/, '')
    .replace(/:00$/, '');
}

function Picture({ value, brief }: { readonly value: unknown; readonly brief: boolean }) {
  const url = textAt(value, 'url');
  const [width, height] = [numberAt(value, 'width'), numberAt(value, 'height')];
  const alt = textAt(value, 'altText');
  if (!isPictureUrl(url)) return <code class="long">{url}</code>;
  const picture = (
    <img src={url} alt={alt} width={width} height={height} loading={brief ? 'lazy' : 'eager'} decoding="async" />
  );
  if (brief) return <span class="thumb">{picture}</span>;
  const about = [
    width === undefined || height === undefined ? '' : `${width} × ${height}`,
    textAt(value, 'mimeType'),
    textAt(value, 'fileName'),
  ];
  return (
    <figure class="picture">
      {picture}
      <figcaption>{about.filter((text) => text !== '').join(' · ')}</figcaption>
    </figure>
  );
}

export function Value({ field, value, brief }: ValueProps) {
  if (value === null || value === undefined) return <span class="empty">—</span>;
  if (field.type === 'image') return <Picture value={value} brief={brief} />;
  if (typeof value === 'boolean') return <span class={value ? 'yes' : 'no'}>{value ? 'yes' : 'no'}</span>;
  if (typeof value === 'number') return <span class="numeric">{String(value)}</span>;
  if (typeof value !== 'string') return <code class="long">{JSON.stringify(value)}</code>;
  if (value === '') return <span class="empty">“”</span>;
  switch (field.type) {
    case 'decimal':
      return <span class="numeric">{value}</span>;
    case 'dateTime':
      return (
        <time class="instant" dateTime={value}>
          {instant(value)}
        </time>
      );
    case 'markdown':
      return <Markdown text={value} brief={brief} />;
    case 'textMultiline':
      return (
        <div class={brief ? 'brief' : 'lines'} dir="auto">
          {value}
        </div>
      );
    default:
      return /^https?:\/\/\S+$/.test(value) && !brief ? (
        <a href={value} target="_blank" rel="noopener noreferrer">
          {value}
        </a>
      ) : (
        <bdi>{value}</bdi>
      );
  }
}
