/**
 * What does asking cost? Bare `node:http` is loaded by the benchmark's own generator and by autocannon in turns, both
 * with one question of the usual size: why the generator is our own.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../../src/errors/index.js';
import { BENCH_FOLDER } from '../../harness/root.js';
import { type Bench, type Contestant, give, loadSlice, warmUp } from '../measuring.js';
import type { GeneratorResult, Missing } from '../results.js';
import { summed } from '../slices.js';
import { isUsageKnown, usageOf } from '../usage.js';
import { plain } from '../workloads/requests.js';

const program = join(BENCH_FOLDER, 'node_modules', 'autocannon', 'autocannon.js');
const byteLength = 6000;
const set = 'generators/bare';
const lookMs = 50;

export async function runGenerators(bench: Bench): Promise<readonly GeneratorResult[] | Missing> {
  if (!existsSync(program)) return { missing: 'autocannon is not installed: npm run bench:install' };
  if (!isUsageKnown()) return { missing: 'this system does not tell processor times' };
  const bare = bench.contestants.find(({ name }) => name === 'bare');
  if (bare === undefined) throw new Error('Bare node:http always takes part.');
  const known = { url: '/article', byteLength, checksum: 0 };
  await give(bench, set, [plain('bare', known)], new Uint32Array(1));
  await warmUp(bench.effort, (plan) => loadSlice(bench, bare, set, plan));
  const slice = await loadSlice(bench, bare, set, { durationMs: bench.effort.seconds * 1000 });
  const own = summed('bare', [slice]);
  return [
    { name: 'own', perSecond: own.perSecond, cpuUs: ((slice.generatorCpuMs ?? 0) * 1000) / own.answers },
    await autocannon(bench, bare),
  ];
}

/** @throws OperationError when it fails, or says what nobody understands */
async function autocannon({ effort }: Bench, bare: Contestant): Promise<GeneratorResult> {
  const seconds = Math.max(1, Math.round(effort.seconds));
  const url = `http://127.0.0.1:${bare.port}/200/${byteLength}/article`;
  const args = [program, '--json', '--no-progress', '-c', String(effort.connections), '-d', String(seconds), url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let cpuMs = 0;
  const look = setInterval(() => {
    cpuMs = Math.max(cpuMs, usageOf(child.pid ?? 0)?.cpuMs ?? 0);
  }, lookMs);
  try {
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', () => resolve(text));
    });
    const answers = answersOf(said);
    return { name: 'autocannon', perSecond: answers / seconds, cpuUs: (cpuMs * 1000) / answers };
  } finally {
    clearInterval(look);
    child.kill('SIGKILL');
  }
}

function answersOf(text: string): number {
  const value: unknown = JSON.parse(text === '' ? 'null' : text);
  if (typeof value === 'object' && value !== null && '2xx' in value && typeof value['2xx'] === 'number') {
    return value['2xx'];
  }
  throw new OperationError('autocannon gave no figures.');
}
