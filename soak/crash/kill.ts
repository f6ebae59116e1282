/**
 * Kills real builds: `stele build` in a process of its own gets SIGKILL at a random time.
 *
 * Half of the times are counted from the start of the process, half from its first entry in the snapshots folder,
 * because most of a small build is the start of Node.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { BUILDING_PREFIX, readCurrent } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import type { Below } from '../../testing/disk/index.js';
import { exportFiles, type Night } from '../../testing/samples/every-field.js';

export interface KillTally {
  kills: number;
  /** Number of kills, by the state of the folder after the kill. */
  readonly found: Map<string, number>;
  readonly wrong: string[];
}

export interface KillOptions {
  readonly kills: number;
  readonly below: Below;
  /** The compiled `src/cli/main.js`. */
  readonly program: string;
  /** Exports to build by turns with two small ones. */
  readonly exports?: readonly string[];
}

function writeExport(folder: string, night: Night): string {
  mkdirSync(folder);
  for (const [path, bytes] of exportFiles(folder, night)) writeFileSync(path, bytes);
  return folder;
}

const isBuilding = (out: string): boolean =>
  existsSync(out) && readdirSync(out).some((name) => name.startsWith(BUILDING_PREFIX));

interface Running {
  readonly kill: () => void;
  readonly ended: Promise<unknown>;
  readonly isOver: () => boolean;
}

/** One export after the other, of which some have fewer items. */
const anySize = ['--max-shrink', '100%'];

function start(program: string, source: string, out: string): Running {
  const child = spawn(process.execPath, [program, 'build', source, '--out', out, ...anySize], { stdio: 'ignore' });
  return {
    kill: () => child.kill('SIGKILL'),
    ended: once(child, 'close'),
    isOver: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** @returns how long a build takes, and how much of that after its first entry in the folder, in milliseconds */
async function measure(program: string, source: string, out: string): Promise<{ wholeMs: number; writingMs: number }> {
  const startedMs = performance.now();
  const running = start(program, source, out);
  while (!isBuilding(out) && !running.isOver()) await sleep(1);
  const seenMs = performance.now();
  await running.ended;
  const endedMs = performance.now();
  return { wholeMs: endedMs - startedMs, writingMs: Math.max(5, endedMs - seenMs) };
}

const stateOf = (out: string): string => {
  const names = existsSync(out) ? readdirSync(out) : [];
  const locked = names.includes(`${BUILDING_PREFIX}lock`);
  const begun = names.some((name) => name.startsWith(BUILDING_PREFIX) && !name.startsWith(`${BUILDING_PREFIX}lock`));
  return begun ? 'a snapshot begun' : locked ? 'a lock' : 'nothing begun, or all done';
};

async function wrongWith(out: string, allowed: readonly (string | undefined)[]): Promise<string[]> {
  const current = existsSync(out) ? await readCurrent(diskFiles, out) : undefined;
  if (!allowed.includes(current)) return [`CURRENT names ${current}`];
  if (current === undefined) return [];
  return [...listProblems(await verifySnapshots(diskFiles, out))];
}

/** Kills builds one after the other in one folder; between them each folder is brought in order by a build. */
export async function tryKills(options: KillOptions): Promise<KillTally> {
  const { below, program } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'stele-kill-'));
  const out = join(scratch, 'snapshots');
  const tally: KillTally = { kills: 0, found: new Map(), wrong: [] };
  try {
    const small = [writeExport(join(scratch, 'before'), 'before'), writeExport(join(scratch, 'after'), 'after')];
    const sources = [...small, ...(options.exports ?? [])];
    // The folder is there, as on any night but the first: so the lock is the first entry, taken before all else.
    await buildSnapshot(sources[0]!, out, { files: diskFiles, strict: false });
    const times = [];
    for (const source of sources) times.push(await measure(program, source, out));
    let before = await readCurrent(diskFiles, out);
    for (; tally.kills < options.kills; tally.kills += 1) {
      const turn = tally.kills % sources.length;
      const [source, { wholeMs, writingMs }] = [sources[turn]!, times[turn]!];
      const running = start(program, source, out);
      // Thousandths of the time, so that one seed draws the same shares on every machine.
      const share = below(1001) / 1000;
      if (tally.kills % 2 === 0) await sleep(wholeMs * share);
      else {
        while (!isBuilding(out) && !running.isOver()) await sleep(1);
        await sleep(writingMs * share);
      }
      running.kill();
      await running.ended;
      const state = stateOf(out);
      tally.found.set(state, (tally.found.get(state) ?? 0) + 1);
      const found = existsSync(out) ? await readCurrent(diskFiles, out) : undefined;
      const tell = (wrong: readonly string[]) => {
        tally.wrong.push(...wrong.map((what) => `kill ${tally.kills}: ${what}`));
      };
      tell(await wrongWith(out, [found]));
      const next = await buildSnapshot(source, out, { files: diskFiles, strict: false }).catch((error: unknown) => {
        tell([`the next build fails: ${String(error)}`]);
        return undefined;
      });
      if (found !== before && found !== next?.snapshot) tell([`CURRENT named ${found}`]);
      tell(await wrongWith(out, [next?.snapshot]));
      tell(
        readdirSync(out)
          .filter((name) => name.startsWith(BUILDING_PREFIX))
          .map((name) => `${name} is left`),
      );
      before = next?.snapshot;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally;
}
