/**
 * `npm run soak:alerts`: a real Prometheus scrapes real servers; each fault must fire its alerts exactly once, and its repair end
 * them. Needs the programs prometheus and, for single conditions, faketime and PostgreSQL.
 *
 * The rules are those of deploy/prometheus/alerts.yml with minutes as seconds. Alerts that fire without their fault are wrong.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { formatTable, leftColumn, rightColumn } from '../../src/cli/table.js';
import { ROOT } from '../../testing/root.js';
import { between, conclude, runSoak } from '../options.js';
import type { Condition } from './condition.js';
import { CONDITIONS } from './conditions.js';
import { Prometheus } from './prometheus.js';
import { listAlerts, shortenRules } from './rules.js';
import { freePort, Stage } from './stage.js';

/** Time in which all servers must be well, without an alert. */
const CALM_MS = 12_000;

interface Outcome {
  readonly alert: string;
  readonly fault: string;
  readonly firesAfterMs: number | undefined;
  readonly endsAfterMs: number | undefined;
  readonly count: number;
}

/** Provokes the fault, waits for its alerts, repairs it, and waits for their end. */
async function play(prometheus: Prometheus, condition: Condition, patienceMs: number): Promise<readonly Outcome[]> {
  const { fault, alerts, provoke, repair } = condition;
  const firingsOf = (alert: string, subject: string) =>
    prometheus.firings.filter((firing) => firing.alert === alert && firing.subject === subject);
  const waitUntil = async (isOver: () => boolean): Promise<void> => {
    const deadlineMs = performance.now() + patienceMs;
    while (!isOver() && performance.now() < deadlineMs) await sleep(200);
  };
  const provokedMs = performance.now();
  await provoke();
  await waitUntil(() => alerts.every(([alert, subject]) => firingsOf(alert, subject).length > 0));
  const repairedMs = performance.now();
  await repair();
  await waitUntil(() => alerts.every((pair) => firingsOf(...pair).every(({ toMs }) => toMs !== undefined)));
  return alerts.map(([alert, subject]) => {
    const firings = firingsOf(alert, subject);
    const { fromMs, toMs } = firings[0] ?? {};
    return {
      alert,
      fault,
      firesAfterMs: fromMs === undefined ? undefined : fromMs - provokedMs,
      endsAfterMs: toMs === undefined ? undefined : toMs - repairedMs,
      count: firings.length,
    };
  });
}

const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : (ms / 1000).toFixed(0));

function printTable(outcomes: readonly Outcome[]): void {
  const columns = [
    leftColumn('alert'),
    leftColumn('condition'),
    rightColumn('fires after s'),
    rightColumn('ends after s'),
    rightColumn('times'),
  ];
  const rows = outcomes.map(({ alert, fault, firesAfterMs, endsAfterMs, count }) => [
    alert,
    fault,
    seconds(firesAfterMs),
    seconds(endsAfterMs),
    String(count),
  ]);
  console.log(formatTable(columns, rows));
}

async function main(args: readonly string[]): Promise<number> {
  const { patience, only } = new Command('soak:alerts')
    .description('fire each alert of deploy/ once in a real Prometheus')
    .option('--patience <seconds>', 'time in which an alert must fire, and end', between(10, 600), 90)
    .option('--only <text>', 'only faults whose description contains this', '')
    .parse(args, { from: 'user' })
    .opts();
  if (spawnSync('prometheus', ['--version']).status !== 0) {
    console.log('THE PROGRAM prometheus IS NOT INSTALLED: SKIPPED');
    return 0;
  }
  const rules = readFileSync(join(ROOT, 'deploy', 'prometheus', 'alerts.yml'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'stele-alerts-'));
  const prometheus = new Prometheus(folder, await freePort());
  const stage = new Stage(folder, prometheus);
  try {
    const conditions: Condition[] = [];
    for (const prepare of CONDITIONS) {
      const condition = await prepare(stage);
      if (condition.fault.includes(only)) conditions.push(condition);
    }
    await prometheus.start(shortenRules(rules));
    await sleep(CALM_MS);
    const wrong = prometheus.firings.map(({ alert, subject }) => `${alert} fires for ${subject} before any fault`);
    const outcomes: Outcome[] = [];
    for (const condition of conditions) {
      outcomes.push(...(await play(prometheus, condition, patience * 1000)));
      console.error(condition.fault);
    }
    printTable(outcomes);
    for (const { alert, fault, firesAfterMs, endsAfterMs, count } of outcomes) {
      if (firesAfterMs === undefined || endsAfterMs === undefined || count !== 1)
        wrong.push(`${alert}: ${fault}: fires ${count} times, ends: ${seconds(endsAfterMs)}`);
    }
    const provoked = new Set(outcomes.map(({ alert }) => alert));
    const expected = new Set(conditions.flatMap(({ alerts }) => alerts.map((pair) => pair.join(' '))));
    const others = prometheus.firings.filter(({ alert, subject }) => !expected.has(`${alert} ${subject}`));
    console.log(
      `not provoked: ${listAlerts(rules)
        .filter((name) => !provoked.has(name))
        .join(', ')}`,
    );
    console.log(`also fired: ${others.map(({ alert, subject }) => `${alert} (${subject})`).join(', ')}`);
    conclude('alerts', `${provoked.size} of ${listAlerts(rules).length} alerts`, wrong);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await prometheus.stop();
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await runSoak(main);
