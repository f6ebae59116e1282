/**
 * The bookshop's pictures: each that an item names is there, is what the item says of it, and is only a picture.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/format/index.js';
import { exportedItems, exportedTypes } from '../../testing/samples/bookshop.js';

const data = fileURLToPath(new URL('../../data', import.meta.url));
const pictures = new Map(
  readdirSync(join(data, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svg'))
    .map((name) => [`/images/${name}`, readFileSync(join(data, 'images', name), 'utf8')]),
);
const named = exportedTypes()
  .flatMap(exportedItems)
  .flatMap((item) => Object.values(item))
  .filter(isRecord)
  .filter((value) => 'url' in value);

describe('the bookshop’s pictures', () => {
  it('every named picture › exists, and no other', () => {
    expect(named.length).toBeGreaterThan(100);
    expect(new Set(named.map(({ url }) => url))).toEqual(new Set(pictures.keys()));
  });

  it('each picture › has the pixel and byte size of its item', () => {
    for (const { url, width, height, fileSize, mimeType, format } of named) {
      const picture = pictures.get(String(url)) ?? '';
      if (width !== undefined) expect(picture).toContain(` width="${width}" height="${height}" `);
      if (fileSize !== undefined) expect(Buffer.byteLength(picture), String(url)).toBe(fileSize);
      if (mimeType !== undefined) expect(mimeType).toBe('image/svg+xml');
      if (format !== undefined) expect(format).toBe('svg');
    }
  });

  it('each picture › is well-formed, contains only shapes and letters, and names the book', () => {
    const elements = new Set<string>();
    for (const picture of pictures.values()) {
      const parser = new SaxesParser();
      parser.on('opentag', ({ name }) => elements.add(name));
      expect(() => parser.write(picture).close()).not.toThrow();
    }
    expect([...elements].sort()).toEqual(['circle', 'ellipse', 'path', 'rect', 'svg', 'text', 'tspan']);
    expect(pictures.get('/images/covers/the-salt-road.svg')).toContain('>The Salt Road</tspan>');
  });
});
