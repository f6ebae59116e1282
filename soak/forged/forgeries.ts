/**
 * Random forgeries of a snapshot: a section with other values, length, element or name, swapped sections, or a changed
 * header or manifest. Checksums and hashes are computed again afterwards (testing/forged/segments).
 */
import { isRecord } from '../../src/format/index.js';
import type { Below } from '../../testing/disk/index.js';
import { copyOf, type Parts, type Section, type Segment, sumBlocks } from '../../testing/forged/segments.js';

export interface Forgery {
  readonly parts: Parts;
  readonly kind: ForgeryKind;
  /** In words, so that it can be done again by hand. */
  readonly what: string;
  /** The forged place: `<segment>/<section>`, `header` or `manifest`. */
  readonly section: string;
}

const widths: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, f64: 8 };
const widthOf = ({ element }: Section): number => widths[element] ?? 1;
const lengthOf = (section: Section): number => Math.floor(section.bytes.byteLength / widthOf(section));

function read({ bytes, element }: Section, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (element === 'f64') return view.getFloat64(at * 8, true);
  if (element === 'u32') return view.getUint32(at * 4, true);
  return element === 'u16' ? view.getUint16(at * 2, true) : view.getUint8(at);
}

function write({ bytes, element }: Section, at: number, value: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (element === 'f64') view.setFloat64(at * 8, value, true);
  else if (element === 'u32') view.setUint32(at * 4, value, true);
  else if (element === 'u16') view.setUint16(at * 2, value, true);
  else view.setUint8(at, value);
}

const odd = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, -0, 2 ** 53, 2 ** 31, 1e300, 2 ** 30 - 1] as const;

/** @returns a number that fits into the section: near the existing one, at an end of the range, or any */
function drawn(section: Section, at: number, below: Below): number {
  const found = read(section, at);
  switch (below(8)) {
    case 0:
      return 0;
    case 1:
      return found + 1;
    case 2:
      return found - 1;
    case 3:
      return read(section, below(lengthOf(section)));
    case 4:
      return section.element === 'f64' ? (odd[below(odd.length)] ?? 0) : 2 ** (8 * widthOf(section)) - 1;
    case 5:
      return below(lengthOf(section) + 2);
    case 6:
      return section.element === 'f64' ? found * 2 : below(2 ** 31) * 2;
    default:
      return found + 1 + below(300);
  }
}

/** @returns a description of the forgery; undefined if it is not possible here */
type Change = (section: Section, segment: Segment, below: Below) => string | undefined;

const isEmpty = (section: Section): boolean => lengthOf(section) === 0;

const changes = {
  'one value': (section, _, below) => {
    if (isEmpty(section)) return undefined;
    const at = below(lengthOf(section));
    const value = drawn(section, at, below);
    write(section, at, value);
    return `element ${at} became ${value}`;
  },
  'some values': (section, _, below) => {
    if (isEmpty(section)) return undefined;
    const count = 2 + below(20);
    for (let i = 0; i < count; i += 1) {
      const at = below(lengthOf(section));
      write(section, at, drawn(section, at, below));
    }
    return `${count} elements became others`;
  },
  'empty filled': (section, _, below) => {
    const value = 1 + below(3);
    for (let at = 0; at < lengthOf(section); at += 1) if (read(section, at) === 0) write(section, at, value);
    return `every 0 became ${value}`;
  },
  'a range filled': (section, _, below) => {
    if (isEmpty(section)) return undefined;
    const [start, value] = [below(lengthOf(section)), drawn(section, below(lengthOf(section)), below)];
    const end = start + 1 + below(lengthOf(section) - start);
    for (let at = start; at < end; at += 1) write(section, at, value);
    return `elements ${start} to ${end} became ${value}`;
  },
  'bits flipped': (section, _, below) => {
    const { bytes } = section;
    if (bytes.byteLength === 0) return undefined;
    const count = 1 + below(4);
    for (let i = 0; i < count; i += 1) {
      const at = below(bytes.byteLength);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    }
    return `${count} bits flipped`;
  },
  'two swapped': (section, _, below) => {
    if (lengthOf(section) < 2) return undefined;
    const [a, b] = [below(lengthOf(section)), below(lengthOf(section))];
    const [left, right] = [read(section, a), read(section, b)];
    write(section, a, right);
    write(section, b, left);
    return `elements ${a} and ${b} swapped`;
  },
  reversed: (section, _, below) => {
    const count = Math.min(lengthOf(section), 2 + below(lengthOf(section) + 1));
    const values = Array.from({ length: count }, (__, at) => read(section, at)).reverse();
    for (const [at, value] of values.entries()) write(section, at, value);
    return `the first ${count} elements reversed`;
  },
  shortened: (section, _, below) => {
    const length = lengthOf(section);
    if (length === 0) return undefined;
    const left = below(3) === 0 ? below(length) : length - 1;
    const from = below(2) === 0 ? 0 : length - left;
    section.bytes = section.bytes.slice(from * widthOf(section), (from + left) * widthOf(section));
    return `${length - left} elements of ${length} cut off`;
  },
  lengthened: (section, _, below) => {
    const added = 1 + below(40);
    const bytes = new Uint8Array(section.bytes.byteLength + added * widthOf(section));
    bytes.set(section.bytes);
    section.bytes = bytes;
    for (let at = lengthOf(section) - added; at < lengthOf(section); at += 1) write(section, at, below(300));
    return `${added} elements added`;
  },
  'another element': (section, _, below) => {
    const names = Object.keys(widths).filter((name) => name !== section.element);
    const name = names[below(names.length)] ?? 'u8';
    if (section.bytes.byteLength % (widths[name] ?? 1) !== 0) return undefined;
    section.element = name;
    return `element ${name}`;
  },
  'converted element': (section, _, below) => {
    const names = Object.keys(widths).filter((name) => name !== section.element);
    const name = names[below(names.length)] ?? 'u8';
    const wide: Section = { name, element: name, bytes: new Uint8Array(lengthOf(section) * (widths[name] ?? 1)) };
    for (let at = 0; at < lengthOf(section); at += 1) write(wide, at, read(section, at));
    section.element = name;
    section.bytes = wide.bytes;
    return `every value as ${name}`;
  },
  dropped: (section, segment) => {
    segment.sections = segment.sections.filter((other) => other !== section);
    return 'dropped';
  },
  doubled: (section, segment, below) => {
    const name = below(2) === 0 ? section.name : `${section.name}#1`;
    segment.sections.push({ ...section, name, bytes: section.bytes.slice() });
    return `doubled as ${name}`;
  },
  'payloads swapped': (section, segment, below) => {
    const alike = segment.sections.filter((other) => other.element === section.element && other !== section);
    const sameLength = alike.filter((other) => other.bytes.byteLength === section.bytes.byteLength);
    const candidates = sameLength.length > 0 && below(4) > 0 ? sameLength : alike;
    const other = candidates[below(Math.max(1, candidates.length))];
    if (other === undefined) return undefined;
    [section.bytes, other.bytes] = [other.bytes, section.bytes];
    return `swapped with ${other.name}`;
  },
  'payload copied': (section, segment, below) => {
    const alike = segment.sections.filter(
      (other) => other.element === section.element && other.bytes.byteLength === section.bytes.byteLength,
    );
    const other = alike[below(Math.max(1, alike.length))];
    if (other === undefined || other === section) return undefined;
    section.bytes = other.bytes.slice();
    return `became ${other.name}`;
  },
  renamed: (section, segment, below) => {
    const other = segment.sections[below(segment.sections.length)];
    if (other === undefined || other === section) return undefined;
    const name = section.name.includes('substrings.lists')
      ? section.name.replace('substrings.lists', 'substrings.buckets')
      : other.name;
    other.name = section.name;
    section.name = name;
    return `named ${name}`;
  },
} as const satisfies Readonly<Record<string, Change>>;

export type ForgeryKind = keyof typeof changes | 'meta' | 'manifest' | 'segments swapped';

const isChange = (name: string): name is keyof typeof changes => Object.hasOwn(changes, name);
const changeNames = Object.keys(changes).filter(isChange);

/** Other values for something in a map or an object: near it, of another type, or none. */
function otherThan(value: unknown, others: readonly unknown[], below: Below): unknown {
  if (typeof value === 'number') return [value + 1, value - 1, 0, -1, 0.5, 2 ** 27, 2 ** 40, 'x'][below(8)];
  if (typeof value === 'boolean') return !value;
  const other = others[below(Math.max(1, others.length))];
  if (typeof value === 'string') return [other, '', 'x', 7][below(4)];
  return [other, null, [], new Map(), 5][below(5)];
}

function forgeMeta(map: Map<unknown, unknown>, below: Below): string | undefined {
  const keys = [...map.keys()];
  const key = keys[below(Math.max(1, keys.length))];
  const value = map.get(key);
  if (value instanceof Map && below(5) > 0) {
    const inner = forgeMeta(value, below);
    return inner === undefined ? undefined : `${String(key)}.${inner}`;
  }
  switch (below(4)) {
    case 0:
      if (key === undefined) return undefined;
      map.delete(key);
      return `${String(key)} removed`;
    case 1:
      map.set(keys[below(keys.length)] ?? 'x', value ?? 'x');
      return 'a member became another';
    default: {
      const newValue = otherThan(value, [...map.values(), ...keys], below);
      map.set(key ?? 'x', newValue);
      return `${String(key)} became ${String(newValue)}`;
    }
  }
}

/** Every place of a value of JSON that is no object. */
function* places(value: unknown): Generator<{ readonly at: Record<string, unknown>; readonly key: string }> {
  if (Array.isArray(value)) for (const each of value) yield* places(each);
  if (!isRecord(value)) return;
  const at: Record<string, unknown> = value;
  for (const [key, inner] of Object.entries(value)) {
    yield { at, key };
    yield* places(inner);
  }
}

function forgeManifest({ manifest }: Parts, below: Below): string {
  const all = [...places(manifest['model']), ...places(manifest['choices'])];
  const chosen = all[below(all.length)];
  if (chosen === undefined) return 'nothing';
  const { at, key } = chosen;
  const alike = all.filter((other) => other.key === key).map((other) => other.at[other.key]);
  const value = at[key];
  if (Array.isArray(value) && value.length > 0) {
    const place = below(value.length);
    if (below(2) === 0) value.splice(place, 1);
    else value.push(value[place]);
    return `${key}: member ${place} dropped or doubled`;
  }
  if (below(4) === 0) {
    delete at[key];
    return `${key} removed`;
  }
  at[key] = otherThan(value, alike, below);
  return `${key} became ${String(at[key])}`;
}

/**
 * @param number of the trial: sections and kinds take turns, so that each is met. @returns undefined if what was
 * drawn changes nothing
 */
export function forge(original: Parts, number: number, below: Below): Forgery | undefined {
  const parts: Parts = { manifest: original.manifest, segments: [...original.segments] };
  const turn = number % 16;
  if (turn === 0) {
    const copy: Parts = {
      manifest: copyOf({ manifest: original.manifest, segments: [] }).manifest,
      segments: parts.segments,
    };
    return { parts: copy, kind: 'manifest', what: forgeManifest(copy, below), section: 'manifest' };
  }
  const all = original.segments.flatMap((segment, place) => segment.sections.map((_, index) => ({ place, index })));
  const chosen = all[(Math.floor(number / 16) * 15 + turn + below(2) * below(all.length)) % all.length];
  if (chosen === undefined) return undefined;
  const { place, index } = chosen;
  const segment = structuredClone(original.segments[place]);
  if (segment === undefined) return undefined;
  parts.segments[place] = segment;
  if (turn === 1) {
    const what = forgeMeta(segment.meta, below);
    return what === undefined ? undefined : { parts, kind: 'meta', what, section: `${segment.name}: header` };
  }
  if (turn === 2 && below(4) === 0) {
    const other = parts.segments[below(parts.segments.length)];
    if (other === undefined || other.name === segment.name) return undefined;
    [segment.sections, parts.segments[parts.segments.indexOf(other)]] = [
      other.sections,
      { ...other, sections: segment.sections },
    ];
    return { parts, kind: 'segments swapped', what: `with ${other.name}`, section: `${segment.name}: header` };
  }
  const section = segment.sections[index];
  if (section === undefined) return undefined;
  const { name } = section;
  const before = section.bytes.slice();
  const kind = changeNames[below(changeNames.length)] ?? 'one value';
  const what = changes[kind](section, segment, below);
  const isSame = !['dropped', 'doubled', 'renamed', 'another element'].includes(kind);
  if (what === undefined || (isSame && Buffer.compare(before, section.bytes) === 0)) return undefined;
  if (!name.endsWith('.blocks') || below(4) > 0) sumBlocks(segment);
  return { parts, kind, what: `${name}: ${what}`, section: `${segment.name}: ${name}` };
}
