/**
 * What deploy/ ships against what there is: metrics that exist, commands that exist, options that they take.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { formatBuildMetrics } from '../../../src/cli/build/build-metrics.js';
import { createProgram } from '../../../src/cli/program.js';
import { isRecord } from '../../../src/format/index.js';
import { createServerMetrics } from '../../../src/server/metrics/registry.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { listAt } from '../../../testing/jsonapi-schema/index.js';
import { hasProgram, readDeploy } from './programs.js';

const newFolder = temporaryFolders();
const folder = fileURLToPath(new URL('../../../deploy', import.meta.url));

const serverNames = createServerMetrics(() => {
  throw new Error('nothing is scraped here');
})
  .getMetricsAsArray()
  .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`]);
const buildNames = metricsIn(await formatBuildMetrics({ elapsedSeconds: 1, finishedAt: 1 }));
const known = new Set([...serverNames, ...buildNames]);

function metricsIn(text: string): readonly string[] {
  return text.match(/\bstele_[a-z0-9_]+/g) ?? [];
}

describe('deploy', () => {
  it('alert rules › use existing metrics, with unique names and descriptions', () => {
    const rules = ['alerts', 'objectives']
      .flatMap((name) => listAt(parse(readDeploy(`prometheus/${name}.yml`)), 'groups'))
      .flatMap((group) => listAt(group, 'rules'))
      .filter(isRecord);
    const recorded = new Set(rules.flatMap(({ record }) => (record === undefined ? [] : [String(record)])));
    expect(rules.length).toBeGreaterThan(5);
    for (const { record, alert = record, expr, labels, annotations } of rules) {
      const recordedMetrics = String(expr).match(/\bstele:[a-z0-9_:]+/g) ?? [];
      for (const name of recordedMetrics) expect(recorded, String(alert)).toContain(name);
      const metrics = metricsIn(String(expr));
      expect(String(alert) === 'SteleDown' || metrics.length + recordedMetrics.length > 0, String(alert)).toBe(true);
      for (const name of metrics) expect(known, String(alert)).toContain(name);
      if (record !== undefined) continue;
      expect(isRecord(labels) ? labels['severity'] : '').toMatch(/^(page|ticket)$/);
      expect(isRecord(annotations) ? annotations['summary'] : '').toBeTruthy();
    }
    const alerts = rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert]));
    expect(new Set(alerts).size).toBe(alerts.length);
  });

  it('dashboard › every panel uses existing metrics, and every metric of origins and snapshots is shown', () => {
    const text = readDeploy('grafana/stele.json');
    const panels = listAt(JSON.parse(text), 'panels').filter(isRecord);
    expect(panels.length).toBeGreaterThan(8);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const name of metricsIn(text)) expect(known).toContain(name);
    for (const name of known)
      if (/^stele_(origin|snapshot)_.*(?<!_bucket|_count)$/.test(name)) expect(text).toContain(name);
  });

  it('units › run existing commands with existing options', async () => {
    const program = await createProgram({
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: {},
      untilStopped: () => Promise.resolve(),
    });
    const units = readdirSync(join(folder, 'systemd')).filter((name) => name.endsWith('.service'));
    const lines = units.flatMap((name) => readFileSync(join(folder, 'systemd', name), 'utf8').split('\n'));
    const runs = lines.filter((line) => line.startsWith('ExecStart=/usr/bin/node '));
    expect(runs).toHaveLength(5);
    for (const line of runs) {
      const [, name = '', rest = ''] = /main\.js (\w+) (.*)$/.exec(line) ?? [];
      const command = program.commands.find((one) => one.name() === name);
      expect(command, line).toBeDefined();
      for (const option of rest.match(/--[a-z-]+/g) ?? []) {
        expect(
          command?.options.map(({ long }) => long),
          line,
        ).toContain(option);
      }
    }
  });

  it.runIf(hasProgram('systemd-analyze', '--version', 'what the units say'))(
    'units › are valid for systemd, and pass the key that only root may read to the build',
    () => {
      const units = newFolder();
      for (const name of readdirSync(join(folder, 'systemd'))) {
        const text = readDeploy(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath);
        writeFileSync(join(units, name), text);
      }
      const names = readdirSync(units).map((name) => join(units, name));
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...names], { encoding: 'utf8' });
      expect((stdout + stderr).split('\n').filter((line) => line.includes(units))).toEqual([]);
      const builder = readDeploy('systemd/stele-builder.service');
      const [, credential] = /^LoadCredential=([\w.]+):\/etc\/stele\/signing\.key$/m.exec(builder) ?? [];
      expect(builder).toContain(` --sign %d/${credential} `);
    },
  );

  it.runIf(hasProgram('systemd-analyze', '--version', 'what the units may do'))(
    'units › run with few privileges: an exposure below 4 of 10',
    () => {
      const names = ['builder', 'prune', 'replica', 'watch'].map((name) =>
        join(folder, `systemd/stele-${name}.service`),
      );
      for (const name of names) {
        // The threshold is in tenths.
        const args = ['security', '--offline=true', '--threshold=40', '--no-pager', name];
        const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
        expect(status, stdout + stderr).toBe(0);
      }
      const spoilt = join(newFolder(), 'stele-spoilt.service');
      writeFileSync(spoilt, '[Service]\nExecStart=/bin/true\n');
      const args = ['security', '--offline=true', '--threshold=40', '--no-pager', spoilt];
      expect(spawnSync('systemd-analyze', args).status).not.toBe(0);
    },
  );

  it('a failed build › is retried within limits, and reported by a unit', () => {
    const builder = readDeploy('systemd/stele-builder.service');
    expect(builder).toMatch(/^StartLimitBurst=3$/m);
    expect(builder).toMatch(/^TimeoutStartSec=6h$/m);
    expect(builder).toMatch(/^OnFailure=stele-failure@%n\.service$/m);
    const report = readDeploy('systemd/stele-failure@.service');
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '([^']+)' stele-failure %i$/m.exec(report) ?? [];
    const run = (text: string): string =>
      spawnSync('sh', ['-c', text, 'stele-failure', 'stele-builder.service'], { encoding: 'utf8' }).stdout;
    const program = join(newFolder(), 'on-failure');
    // systemd reads $$ as $.
    const withProgram = script.replaceAll('/etc/stele/on-failure', program).replaceAll('$$', '$');
    expect(run(withProgram)).toContain('stele-builder.service failed. To get a message, write a program');
    writeFileSync(program, '#!/bin/sh\necho "mail: $1 failed"\n', { mode: 0o755 });
    expect(run(withProgram)).toBe('mail: stele-builder.service failed\n');
  });

  it('a replica that ends repeatedly › is restarted; one with a wrong option is not', () => {
    const unit = readDeploy('systemd/stele-replica.service');
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
  });

  it('replicas › have names from a headless service that selects them', () => {
    const [service, headless, set] = parseAllDocuments(readDeploy('kubernetes/replica.yaml')).map((document) =>
      JSON.parse(JSON.stringify(document.toJS())),
    );
    expect(service.spec.clusterIP).toBeUndefined();
    expect(headless.spec).toMatchObject({ clusterIP: 'None', selector: set.spec.selector.matchLabels });
    expect(set.spec.serviceName).toBe(headless.metadata.name);
  });

  it('containers › run existing commands with existing options, without root and read-only', async () => {
    const program = await createProgram({
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: {},
      untilStopped: () => Promise.resolve(),
    });
    const documents = ['replica', 'builder', 'watch'].flatMap((name) =>
      parseAllDocuments(readDeploy(`kubernetes/${name}.yaml`)).map((document): unknown => document.toJS()),
    );
    const found = documents.flatMap(containersIn);
    expect(found.map(({ name }) => name)).toEqual(['stele', 'build', 'push', 'prune', 'watch']);
    for (const { args, resources, securityContext } of found) {
      const [name, ...rest] = Array.isArray(args) ? args.map(String) : [];
      const command = program.commands.find((one) => one.name() === name);
      const taken = command?.options.map(({ long }) => long);
      for (const option of rest.filter((one) => one.startsWith('--'))) expect(taken, name).toContain(option);
      expect(resources, name).toMatchObject({
        requests: { memory: expect.anything() },
        limits: { memory: expect.anything() },
      });
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    }
  });

  it('image › has the files of the package, runs without root, and starts the command line', () => {
    const text = readDeploy('Containerfile');
    expect(text).toMatch(/^USER node$/m);
    expect(text).toContain('npm ci --omit=dev');
    const entry = /^ENTRYPOINT \["node", "\/opt\/stele\/(.+)"\]$/m.exec(text)?.[1];
    const bin: unknown = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')).bin;
    expect(isRecord(bin) ? bin['stele'] : undefined).toBe(entry);
  });
});

/** Every container of a manifest, wherever it stands; init containers first, as they run. */
function containersIn(value: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(containersIn);
  if (!isRecord(value)) return [];
  const own = [...listAt(value, 'initContainers'), ...listAt(value, 'containers')].filter(isRecord);
  return [...own, ...Object.values(value).flatMap((member) => (isRecord(member) ? containersIn(member) : []))];
}
