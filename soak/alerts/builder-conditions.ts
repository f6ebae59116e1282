/**
 * Conditions of builders, whose metrics an exporter publishes, and of a server with a database.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../../testing/postgres/server.js';
import type { Preparation } from './condition.js';
import { STELE, type Stage, writeExport } from './stage.js';

/** Builds with `--metrics`. @returns the file of metrics @param prefix program that starts the command, such as `faketime` */
function build(stage: Stage, builder: string, prefix: readonly string[] = []): Promise<string> {
  const metrics = join(stage.folder, `${builder}.prom`);
  const [program = process.execPath, ...programArgs] = [...prefix, process.execPath, STELE];
  const args = ['build', join(stage.folder, builder), '--out', join(stage.folder, `${builder}-out`)];
  return new Promise((resolve) => {
    execFile(program, [...programArgs, ...args, '--metrics', metrics], () => resolve(metrics));
  });
}

async function startBuilder(stage: Stage, builder: string): Promise<void> {
  writeExport(join(stage.folder, builder), builder, 'Night');
  const metrics = await build(stage, builder);
  await stage.startExporter(builder, () => readFileSync(metrics, 'utf8'));
}

const failedBuild: Preparation = async (stage) => {
  await startBuilder(stage, 'failed-build');
  const file = join(stage.folder, 'failed-build', 'book.ndjson');
  return {
    fault: 'the last build was refused',
    alerts: [['SteleBuildFailed', 'failed-build']],
    provoke: async () => {
      writeFileSync(file, '{"id":');
      await build(stage, 'failed-build');
    },
    repair: async () => {
      writeExport(join(stage.folder, 'failed-build'), 'failed-build', 'Night');
      await build(stage, 'failed-build');
    },
  };
};

const missingBuild: Preparation = async (stage) => {
  await startBuilder(stage, 'missing-build');
  return {
    fault: 'the last build ended 29 hours ago',
    alerts: [['SteleBuildMissing', 'missing-build']],
    provoke: async () => void (await build(stage, 'missing-build', ['faketime', '--exclude-monotonic', '-f', '-29h'])),
    repair: async () => void (await build(stage, 'missing-build')),
  };
};

const silentDatabase: Preparation = async (stage) => {
  const server = await startPostgres();
  const { folder } = await stage.buildSpace('database', 1);
  server.sql('CREATE DATABASE content');
  const url = server.url('content');
  const load = spawnSync(process.execPath, [STELE, 'load', folder, '--to', url], { encoding: 'utf8' });
  if (load.status !== 0) throw new Error(load.stderr);
  const origin = await stage.serve('database', ['--from', url, '--pool-timeout', '1']);
  const stop = stage.load(origin, 4, 200);
  stage.onClose(() => server.remove());
  return {
    fault: 'the database is stopped while readers ask',
    alerts: [
      ['SteleDatabaseSilent', 'database'],
      ['SteleDatabaseSlow', 'database'],
      ['SteleErrors', 'database'],
    ],
    provoke: () => server.stop(),
    repair: async () => {
      await server.start();
      setTimeout(stop, 8_000);
    },
  };
};

export const builderConditions: readonly Preparation[] = [
  failedBuild,
  ...(spawnSync('faketime', ['--version']).status === 0 ? [missingBuild] : []),
  ...(hasPostgres('alerts about a database') ? [silentDatabase] : []),
];
