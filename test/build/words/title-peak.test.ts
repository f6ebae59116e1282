/**
 * The estimate of the memory that the keys of titles need while they are sorted.
 */
import { describe, expect, it } from 'vitest';
import { titlePeakBytes } from '../../../build/segment/peak-bytes.js';
import { TitleCollector } from '../../../build/words/title-entries.js';
import { getWordReader } from '../../../src/index/search/index.js';

/** Bytes of a key and its doc, as they are collected and sorted twice. */
const bytesPerKey = 24;

describe('titlePeakBytes', () => {
  it.each([
    ['usual titles', ['The Salt Road of the North', 'Gardens', 'A Short History of Bread and Wine', 'War and Peace']],
    ['no titles', ['', '']],
  ])('%s › the estimate is at least the memory of their keys, and at most twice as much', (_, titles) => {
    const reader = getWordReader('en');
    const collector = new TitleCollector(reader, titles.length, '');
    for (const [doc, title] of titles.entries()) collector.add(doc, reader.words(title));
    const estimate = titlePeakBytes(titles.join('').length, titles.length);
    const bytes = collector.finish().keys.length * bytesPerKey;
    expect(estimate).toBeGreaterThanOrEqual(bytes);
    expect(estimate).toBeLessThanOrEqual(2 * bytes + titles.length * bytesPerKey);
  });
});
