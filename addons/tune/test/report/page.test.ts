/**
 * Tests of the HTML page of a replay.
 */
import { describe, expect, it } from 'vitest';
import { compareReports, type ReplayReport, readReport, type ShapeReport } from '../../replay/index.js';
import { computePercentiles, splitIntoBlocks } from '../../replay/samples.js';
import { replayPage } from '../../report/index.js';
import { SeededRandom } from '../../traffic/index.js';

const shape = (name: string, factor: number, requests: number): ShapeReport => {
  const random = new SeededRandom(requests);
  const values = Float32Array.from({ length: requests }, () => factor * (10 + random.exponential(5)));
  return {
    shape: name,
    requests,
    timeShare: 0.5,
    us: computePercentiles(values),
    blocks: splitIntoBlocks(values),
    repeated: 0,
    errors: { ItemNotFound: 3 },
    errorUs: computePercentiles(Float32Array.of(1, 2, 3)),
    alone: undefined,
    rows: 1,
    bytes: 100,
    structures: ['terms of title'],
  };
};

const report = (factor: number): ReplayReport => {
  const shapes = [shape('/book?filter[title][_eq]=?', factor, 4000), shape('/author/<img src=x>', factor, 20)];
  return {
    kind: 'stele-replay',
    version: 2,
    where: 'in process',
    snapshot: 'abc',
    requests: 4020,
    distinct: 400,
    seconds: 1.5,
    us: shapes[0]!.us,
    blocks: shapes[0]!.blocks,
    errors: 3,
    errorUs: shapes[0]!.errorUs,
    lateUs: undefined,
    cache: undefined,
    shapes,
    slowest: [{ target: '/book?filter[title][_eq]="&"', us: 900.5, error: undefined, explanation: undefined }],
  };
};

describe('the page of a replay', () => {
  it('› of one replay › has each figure, and three plots in two themes', () => {
    const page = replayPage(report(1), undefined);
    expect(page.match(/<figure>/g)).toHaveLength(3);
    expect(page.match(/<svg /g)).toHaveLength(6);
    for (const text of ['4,020', '3 ItemNotFound', 'terms of title', '901']) {
      expect(page).toContain(text);
    }
  });

  it('› of one replay › no scripts, no links, and requests as escaped text', () => {
    const page = replayPage(report(1), undefined);
    expect(page).not.toMatch(/<script|<img|<link|https?:\/\/(?!www\.w3\.org)/);
    expect(page).toContain('/author/&lt;img src=x&gt;');
    expect(page).toContain('_eq]=&quot;&amp;&quot;');
    const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('› with an earlier replay › both in the plots, and the ratios of shapes with an interval', () => {
    const before = readReport(JSON.stringify(report(1)), 'before.json');
    const now = report(2);
    const page = replayPage(now, { report: before, comparison: compareReports(before, now, false) });
    expect(page.match(/<figure>/g)).toHaveLength(4);
    const last = page.slice(page.lastIndexOf('<figure>'));
    expect(last).toContain('filter[title]');
    expect(last.slice(0, last.indexOf('</figure>'))).not.toContain('img src');
  });
});
