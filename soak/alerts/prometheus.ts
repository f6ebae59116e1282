/**
 * A Prometheus that scrapes every second, and the alerts that it says are firing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** From the first to the last time at which an alert was seen firing, by `performance.now()`. */
export interface Firing {
  readonly alert: string;
  /** The instance, or the space of alerts that are about a space. */
  readonly subject: string;
  readonly fromMs: number;
  /** Undefined while it fires. */
  toMs: number | undefined;
}

interface ActiveAlert {
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
}

const POLL_MS = 250;

export class Prometheus {
  readonly firings: Firing[] = [];
  readonly #folder: string;
  readonly #port: number;
  readonly #targets = new Map<string, string>();
  #isStopping = false;
  #watching: Promise<void> = Promise.resolve();
  #end: () => Promise<void> = () => Promise.resolve();

  /** @param folder for its configuration and data */
  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Scrapes an address, such as `127.0.0.1:8080`, as this instance from now on. */
  addTarget(instance: string, address: string): void {
    this.#targets.set(instance, address);
    const groups = [...this.#targets].map(([name, target]) => ({ targets: [target], labels: { instance: name } }));
    const path = join(this.#folder, 'targets.json');
    writeFileSync(`${path}.new`, JSON.stringify(groups));
    renameSync(`${path}.new`, path);
  }

  async start(rules: string): Promise<void> {
    writeFileSync(join(this.#folder, 'rules.yml'), rules);
    const configuration = [
      'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }',
      'rule_files: [rules.yml]',
      'scrape_configs:',
      '  - job_name: stele',
      '    file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }]',
    ];
    writeFileSync(join(this.#folder, 'prometheus.yml'), `${configuration.join('\n')}\n`);
    const args = [
      `--config.file=${join(this.#folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(this.#folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${this.#port}`,
      '--log.level=error',
    ];
    const child = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'exit');
    this.#end = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#watching;
    await this.#end();
  }

  async #watch(): Promise<void> {
    while (!this.#isStopping) {
      const alerts = await this.#readAlerts();
      if (alerts !== undefined) this.#note(alerts);
      await sleep(POLL_MS);
    }
  }

  async #readAlerts(): Promise<readonly ActiveAlert[] | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1/alerts`);
      const { data }: { readonly data: { readonly alerts: readonly ActiveAlert[] } } = JSON.parse(await answer.text());
      return data.alerts;
    } catch {
      // It does not listen yet.
      return undefined;
    }
  }

  #note(alerts: readonly ActiveAlert[]): void {
    const nowMs = performance.now();
    const active = new Map(
      alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => [labels['alertname'] ?? '', labels['instance'] ?? labels['space'] ?? ''] as const)
        .map(([alert, subject]) => [`${alert} ${subject}`, { alert, subject }]),
    );
    for (const firing of this.firings) {
      if (firing.toMs !== undefined) continue;
      if (!active.delete(`${firing.alert} ${firing.subject}`)) firing.toMs = nowMs;
    }
    for (const { alert, subject } of active.values())
      this.firings.push({ alert, subject, fromMs: nowMs, toMs: undefined });
  }
}
