/**
 * What pictures are made of: shapes of SVG as text, colours that go together, and lines of text that fit.
 *
 * Only arithmetic that has one right result, so that the same item has the same picture on every machine.
 */

/** Of a picture, in its own units. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the ground to what stands on it; the last is for letters. */
export interface Palette {
  readonly ground: string;
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  readonly spot: string;
  readonly letters: string;
}

const palette = (
  ...[ground, far, middle, near, spot, letters]: [string, string, string, string, string, string]
): Palette => ({
  ground,
  far,
  middle,
  near,
  spot,
  letters,
});

/** Named by what they remind of. */
export const PALETTES = {
  harbour: palette('#e9e2d0', '#9db8b5', '#4f7f86', '#1f4650', '#d9603b', '#17343c'),
  ember: palette('#2a1a1f', '#5b2b33', '#93423b', '#d2744a', '#f3c583', '#f7e7cf'),
  moss: palette('#eef0e2', '#b9c6a0', '#7b9566', '#3c5a43', '#e0a93b', '#22382b'),
  night: palette('#121a2f', '#24365a', '#3d5a8a', '#7d9cc4', '#f2d98b', '#eef1f7'),
  plum: palette('#f3e8ea', '#d5a9b8', '#9d5b7c', '#54284a', '#efb04d', '#3a1a34'),
  chalk: palette('#f4f1ea', '#d8d2c4', '#a59d8c', '#4c4a45', '#c4382f', '#22211f'),
  lagoon: palette('#0f3b42', '#17606a', '#2c8f92', '#8cc9b9', '#f6bd60', '#f2efe2'),
  saffron: palette('#f7c548', '#f2a03d', '#e4672f', '#8e2f2b', '#17424f', '#3b1a17'),
} as const satisfies Readonly<Record<string, Palette>>;

/** Whole pixels: shorter files. */
const n = (value: number): string => String(Math.round(value));

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`;

/** @param parts letters of path commands, and coordinates */
export const path = (parts: readonly (string | number)[], fill: string, more = ''): string =>
  `<path d="${parts.map((part) => (typeof part === 'number' ? n(part) : part)).join(' ')}" fill="${fill}"${more}/>`;

/** A doorway: a rectangle with a round top. */
export const arch = (x: number, bottom: number, width: number, height: number, fill: string): string => {
  const half = width / 2;
  const shoulder = bottom - height + half;
  return path(
    ['M', x - half, bottom, 'V', shoulder, 'A', half, half, 0, 0, 1, x + half, shoulder, 'V', bottom, 'Z'],
    fill,
  );
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const isWide = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/;

/** About how wide a text is, in letters of usual width. */
const lettersOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isWide.test(character) ? 1.9 : 1), 0);

/** @returns the words in lines of at most so many letters, where words allow */
export function lines(text: string, letters: number): readonly string[] {
  const found: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = found.at(-1);
    if (last !== undefined && lettersOf(`${last} ${word}`) <= letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
}

interface Lettering {
  readonly x: number;
  /** Of the first line. */
  readonly y: number;
  readonly width: number;
  /** Of all lines together. */
  readonly height: number;
  /** The largest that letters may be. */
  readonly size: number;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle';
  readonly family?: 'serif' | 'sans';
}

const FAMILIES = {
  serif: "Georgia,'Times New Roman','Noto Serif',serif",
  sans: "Inter,'Helvetica Neue',Arial,'Noto Sans',sans-serif",
};

const lineHeight = 1.12;

/** A title in lines, as large as fits. */
export function lettering(
  text: string,
  { x, y, width, height, size, fill, anchor = 'start', family = 'serif' }: Lettering,
): string {
  const broken = lines(text, 13);
  const longest = Math.max(...broken.map(lettersOf));
  const fitting = Math.min(size, (width / longest) * 1.85, height / (broken.length * lineHeight));
  const spans = broken.map(
    (line, place) => `<tspan x="${n(x)}" dy="${place === 0 ? '0' : `${lineHeight}em`}">${escaped(line)}</tspan>`,
  );
  return `<text x="${n(x)}" y="${n(y)}" font-family="${FAMILIES[family]}" font-size="${n(fitting)}" font-weight="${family === 'serif' ? 600 : 700}" fill="${fill}" text-anchor="${anchor}">${spans.join('')}</text>`;
}

/** A line of small capitals, spaced. */
export const caption = (text: string, x: number, y: number, size: number, fill: string, anchor = 'start'): string =>
  `<text x="${n(x)}" y="${n(y)}" font-family="${FAMILIES.sans}" font-size="${n(size)}" letter-spacing="${n(size / 7)}" fill="${fill}" text-anchor="${anchor}">${escaped(text.toUpperCase())}</text>`;

export const sheet = ({ width, height }: Size, shapes: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>\n`;
