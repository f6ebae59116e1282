/**
 * The view of one value, by the type of its field: pictures, files, Markdown, numbers, times and lists.
 */
import { entryOfType } from '../../../../src/content/model/field-types.js';
import { readNumber, readText } from '../model/resource.js';
import { type DescribedField, isNumeric } from '../model/space.js';
import { writeBriefJson } from '../parts/brief-json.js';
import { formatInstant, formatTruth } from '../parts/format.js';
import { Markdown, renderBrief } from '../parts/markdown.js';
import { isOwnPicture, OwnPicture } from '../parts/own-pictures.js';
import { isPictureUrl, requestPicture, scaledUrl } from '../parts/pictures.js';

interface ValueProps {
  readonly field: DescribedField;
  readonly value: unknown;
  /** Whether the value is in a table cell, which has one or two lines. */
  readonly brief: boolean;
}

/** Replaces a broken picture by an empty frame. Changes the DOM directly: a table has a hundred pictures. */
function frameBroken({ currentTarget: picture }: preact.TargetedEvent<HTMLImageElement>): void {
  const frame = picture.parentElement;
  frame?.classList.add('broken');
  frame?.setAttribute('role', 'img');
  frame?.setAttribute('aria-label', picture.alt === '' ? 'Picture that cannot be loaded' : picture.alt);
}

/** Widths in CSS pixels, as in the style sheet. */
const thumbWidth = 40;
const pictureWidth = 320;

function renderPicture(value: unknown, brief: boolean) {
  const url = readText(value, 'url');
  if (!isPictureUrl(url)) return <code class="long">{url}</code>;
  if (!isOwnPicture(url)) return renderLoadedPicture(value, brief);
  const fileName = readText(value, 'fileName') || url.slice(url.lastIndexOf('/') + 1);
  return (
    <OwnPicture
      url={url}
      frame={<span class={brief ? 'thumb' : 'picture'} />}
      name={
        <bdi class="picture-name" role="img" aria-label={readText(value, 'altText') || fileName} title={fileName}>
          {fileName}
        </bdi>
      }
    >
      {renderLoadedPicture(value, brief)}
    </OwnPicture>
  );
}

function renderLoadedPicture(value: unknown, brief: boolean) {
  const url = readText(value, 'url');
  const [width, height] = [readNumber(value, 'width'), readNumber(value, 'height')];
  const alt = readText(value, 'altText');
  if (!requestPicture(url)) {
    const name = alt === '' ? 'Picture that is not loaded' : alt;
    return <span class={brief ? 'thumb broken' : 'picture broken'} role="img" aria-label={name} title={name} />;
  }
  if (brief) {
    return (
      <span class="thumb">
        <img
          src={scaledUrl(url, thumbWidth)}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={frameBroken}
        />
      </span>
    );
  }
  const captionParts = [
    width === undefined || height === undefined ? '' : `${width} × ${height}`,
    readText(value, 'mimeType'),
    readText(value, 'fileName'),
  ];
  return (
    <figure class="picture">
      <img src={scaledUrl(url, pictureWidth)} alt={alt} width={width} height={height} decoding="async" />
      <figcaption dir="auto">{captionParts.filter((text) => text !== '').join(' · ')}</figcaption>
    </figure>
  );
}

const listedValuesMaximum = 3;

/** The values of a list; a table cell shows the first three. */
function ValueList({
  field,
  values,
  brief,
}: {
  readonly field: DescribedField;
  readonly values: readonly unknown[];
  readonly brief: boolean;
}) {
  if (values.length === 0) return <span class="empty">[ ]</span>;
  const shownValues = brief ? values.slice(0, listedValuesMaximum) : values;
  return (
    <ul class={brief ? 'several in-line' : 'several'}>
      {shownValues.map((value, place) => (
        <li key={String(place)}>
          <Value field={field} value={value} brief={brief} />
        </li>
      ))}
      {values.length > shownValues.length && <li class="faint">+{values.length - shownValues.length}</li>}
    </ul>
  );
}

function File({ value }: { readonly value: unknown }) {
  const url = readText(value, 'url');
  const name = readText(value, 'fileName') || url;
  return isPictureUrl(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <bdi>{name}</bdi>
    </a>
  ) : (
    <code class="long">{name}</code>
  );
}

function Place({ value }: { readonly value: unknown }) {
  return (
    <span class="numeric">
      {readNumber(value, 'latitude')}, {readNumber(value, 'longitude')}
    </span>
  );
}

function Json({ value, brief }: { readonly value: unknown; readonly brief: boolean }) {
  return brief ? (
    <code class="brief">{writeBriefJson(value)}</code>
  ) : (
    <pre class="json-value">{JSON.stringify(value, undefined, 2)}</pre>
  );
}

/** Longer texts get an element that cuts them after two lines. */
const plainLengthMaximum = 60;

/** @returns whether the value is shown as plain text, without an element around it */
export const isPlainText = (field: DescribedField, value: unknown): value is string | number =>
  (isNumeric(field) || entryOfType(field.type).holding === 'texts') &&
  (typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= plainLengthMaximum));

/** The view as a function, for tables in which a component for each value would be slow. */
export function renderValue({ field, value, brief }: ValueProps) {
  if (value === null || value === undefined) return <span class="empty">—</span>;
  if (Array.isArray(value) && field.type !== 'json') return <ValueList field={field} values={value} brief={brief} />;
  if (field.type === 'image') return renderPicture(value, brief);
  if (field.type === 'file') return <File value={value} />;
  if (field.type === 'location') return <Place value={value} />;
  if (field.type === 'json') return <Json value={value} brief={brief} />;
  if (typeof value === 'boolean') return <span class={formatTruth(value)}>{formatTruth(value)}</span>;
  if (typeof value === 'number') return <span class="numeric">{String(value)}</span>;
  if (typeof value !== 'string') return <code class="long">{JSON.stringify(value)}</code>;
  if (value === '') return <span class="empty">“”</span>;
  switch (field.type) {
    case 'decimal':
      return <span class="numeric">{value}</span>;
    case 'dateTime':
      return (
        <time class="instant" dateTime={value}>
          {formatInstant(value, brief)}
        </time>
      );
    case 'markdown':
      return brief ? renderBrief(value) : <Markdown text={value} />;
    case 'textMultiline':
      return (
        <div class={brief ? 'brief' : 'lines'} dir="auto">
          {value}
        </div>
      );
    case 'text':
    case 'select':
    case 'boolean':
    case 'integer':
    case 'relationship':
      return /^https?:\/\/\S+$/.test(value) && !brief ? (
        <a href={value} target="_blank" rel="noopener noreferrer">
          <bdi>{value}</bdi>
        </a>
      ) : (
        <bdi class={brief ? 'brief' : undefined}>{value}</bdi>
      );
  }
}

export const Value = (props: ValueProps) => renderValue(props);
