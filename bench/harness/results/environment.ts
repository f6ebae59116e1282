/**
 * Where and when a run was made.
 */
import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { ROOT } from '../root.js';

export interface Environment {
  /** Of the checkout; followed by `+` when files had changed since. */
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

export function readEnvironment(): Environment {
  const processors = cpus();
  const changed =
    git('status', '--porcelain', '--', 'src', 'build', 'data', 'bench', ':!bench/results', ':!bench/README.md') !== '';
  return {
    commit: `${git('rev-parse', '--short=12', 'HEAD') || 'unknown'}${changed ? '+' : ''}`,
    node: process.version,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    date: new Date().toISOString().slice(0, 10),
  };
}

/** @param more what else took part, such as `SQLite 3.53.2` */
export function environmentLine(environment: Environment, more: string): string {
  const { commit, node, cpu, cores, memoryBytes, date } = environment;
  const gibibytes = Math.round(memoryBytes / 2 ** 30);
  return `${date}, commit ${commit}, Node ${node}, ${more}, ${cpu}, ${cores} cores, ${gibibytes} GiB`;
}
