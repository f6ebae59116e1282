/**
 * Names of metrics, compared with the conventions of Prometheus: by rules of this test, and by Prometheus' own check of a scrape.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatBuildMetrics } from '../../../src/cli/build/build-metrics.js';
import { createServerMetrics } from '../../../src/server/metrics/registry.js';
import { isThere } from '../../../testing/is-there.js';
import { send } from '../../../testing/server/client.js';
import { startBookshop } from '../../../testing/server/server.js';

const names = createServerMetrics(() => {
  throw new Error('nothing is scraped here');
}).getMetricsAsArray();

/** Lines `# TYPE name type` of a text in Prometheus' format. */
const readTypes = (text: string): readonly (readonly [name: string, type: string])[] =>
  Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type = '']) => [name, type] as const);

async function scrape(): Promise<string> {
  const shop = await startBookshop();
  try {
    await send(shop.origin, '/delivery/jsonapi/book');
    return (await send(shop.origin, '/metrics')).body.toString();
  } finally {
    await shop.stop();
  }
}

/** Units that are no base units: milliseconds, minutes, kilobytes, percent. */
const otherUnits = /_(ms|milliseconds|us|micros|minutes|hours|days|kb|mb|kilobytes|megabytes|percent)(_|$)/;

/** @returns the broken rules, in words */
function findMistakes(name: string, type: string): readonly string[] {
  const rules: readonly (readonly [isBroken: boolean, rule: string])[] = [
    [!/^stele_[a-z][a-z0-9_]*[a-z0-9]$/.test(name), 'begins with stele_, in lower case'],
    [(type === 'counter') !== name.endsWith('_total'), '_total ends the name of a counter, and of nothing else'],
    [/_(count|sum|bucket)$/.test(name), '_count, _sum and _bucket are parts of a histogram'],
    [otherUnits.test(name), 'base units only: seconds and bytes'],
    [/_(seconds|bytes)_(?!total$)/.test(name), 'the unit ends the name, before _total'],
    [name.includes('timestamp') && !name.endsWith('_timestamp_seconds'), 'a time ends with _timestamp_seconds'],
    [name.endsWith('_info') && type !== 'gauge', '_info is a gauge'],
  ];
  return rules.flatMap(([isBroken, rule]) => (isBroken ? [`${name}: ${rule}`] : []));
}

describe('names of metrics', () => {
  it('of a server and of a build › keep the conventions', async () => {
    const types = [
      ...readTypes(await scrape()),
      ...readTypes(await formatBuildMetrics({ elapsedSeconds: 1, finishedAt: 1 })),
    ];
    const own = types.filter(([name]) => name.startsWith('stele_'));
    expect(own.length).toBeGreaterThanOrEqual(names.length);
    expect(own.flatMap(([name, type]) => findMistakes(name, type))).toEqual([]);
  });

  it.each([
    ['stele_hits', 'counter'],
    ['stele_open_total', 'gauge'],
    ['stele_wait_ms', 'gauge'],
    ['stele_seconds_waited', 'gauge'],
    ['stele_built_timestamp', 'gauge'],
    ['stele_answers_count', 'gauge'],
  ])('%s as a %s › is a mistake', (name, type) => {
    expect(findMistakes(name, type)).toHaveLength(1);
  });
});

describe.runIf(
  isThere(
    spawnSync('promtool', ['--version']).error === undefined,
    'promtool is not installed, so it checks no metrics.',
  ),
)('promtool check metrics', () => {
  const check = (text: string) => spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });

  it('a scrape and the metrics of a build › no mistake in metrics of stele', async () => {
    for (const text of [await scrape(), await formatBuildMetrics({ elapsedSeconds: 1, finishedAt: 1 })]) {
      const { stdout, stderr } = check(text);
      // prom-client's own metrics of Node.js have a name or two against the conventions.
      expect((stdout + stderr).split('\n').filter((line) => /^stele_|error/i.test(line))).toEqual([]);
    }
  });

  it('a counter without _total › is found', () => {
    expect(check('# HELP stele_hits Hits.\n# TYPE stele_hits counter\nstele_hits 1\n').stderr).toContain('stele_hits');
  });
});
