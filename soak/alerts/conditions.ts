/**
 * The conditions: each prepares servers that are well, then provokes one fault, and repairs it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFiles } from '../../src/format/files/index.js';
import { writeBuiltFile, writeCurrent } from '../../src/index/snapshot/index.js';
import { builderConditions } from './builder-conditions.js';
import type { Preparation } from './condition.js';
import { damageSegment } from './stage.js';

const DAY_MS = 86_400_000;

const dead: Preparation = async (stage) => {
  const { folder } = await stage.buildSpace('dead', 1);
  await stage.serve('dead', [folder]);
  return {
    fault: 'a server is killed',
    alerts: [['SteleDown', 'dead']],
    provoke: () => stage.kill('dead'),
    repair: async () => void (await stage.serve('dead', [folder])),
  };
};

const empty: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('empty', 1);
  rmSync(join(folder, 'CURRENT'));
  return {
    fault: 'a server waits for a first snapshot',
    alerts: [['SteleUnavailable', 'empty']],
    provoke: async () => void (await stage.serve('empty', [folder, '--wait'])),
    repair: () => writeCurrent(diskFiles, folder, ids[0]!),
  };
};

const damaged: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('damaged', 5);
  for (const id of ids.slice(1)) damageSegment(folder, id);
  await stage.serve('damaged', [folder]);
  return {
    fault: 'four damaged snapshots are published',
    alerts: [
      ['SteleDegraded', 'damaged'],
      ['SteleNotWhatIsPublished', 'damaged'],
      ['SteleSwapsRefused', 'damaged'],
    ],
    provoke: async () => {
      for (const id of ids.slice(1)) {
        await writeCurrent(diskFiles, folder, id);
        await sleep(4_000);
      }
    },
    repair: () => writeCurrent(diskFiles, folder, ids[0]!),
  };
};

const different: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('different', 2);
  await stage.serve('different-1', [folder]);
  await stage.serve('different-2', [folder, '--pin', ids[0]!]);
  return {
    fault: 'a replica stays at an older snapshot',
    alerts: [['SteleReplicasDiffer', 'different']],
    provoke: () => writeCurrent(diskFiles, folder, ids[1]!),
    repair: () => writeCurrent(diskFiles, folder, ids[0]!),
  };
};

const behind: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('behind', 3);
  damageSegment(folder, ids[1]!);
  const { port } = await stage.startOrigin(folder);
  const replica = join(stage.folder, 'behind', 'replica');
  await stage.serve('behind', [replica, '--follow', `http://127.0.0.1:${port}`, '--wait']);
  return {
    fault: 'the origin names a snapshot that is damaged there',
    alerts: [['SteleBehindOrigin', 'behind']],
    provoke: () => writeCurrent(diskFiles, folder, ids[1]!),
    repair: () => writeCurrent(diskFiles, folder, ids[2]!),
  };
};

const cutOff: Preparation = async (stage) => {
  const { folder } = await stage.buildSpace('cut-off', 1);
  const { port, close, open } = await stage.startOrigin(folder);
  const replica = join(stage.folder, 'cut-off', 'replica');
  await stage.serve('cut-off', [replica, '--follow', `http://127.0.0.1:${port}`, '--wait']);
  return { fault: 'the origin is gone', alerts: [['SteleOriginFailing', 'cut-off']], provoke: close, repair: open };
};

const old: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('old', 2);
  await writeBuiltFile(diskFiles, folder, ids[1]!, Date.now() - 1.2 * DAY_MS);
  await stage.serve('old', [folder]);
  return {
    fault: 'the served snapshot was built 29 hours ago',
    alerts: [['SteleNoNewSnapshot', 'old']],
    provoke: () => writeCurrent(diskFiles, folder, ids[1]!),
    repair: () => writeCurrent(diskFiles, folder, ids[0]!),
  };
};

const ageless: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('ageless', 2);
  rmSync(join(folder, ids[1]!, 'built.json'));
  await stage.serve('ageless', [folder]);
  return {
    fault: 'a snapshot without built.json',
    alerts: [['SteleSnapshotAgeUnknown', 'ageless']],
    provoke: () => writeCurrent(diskFiles, folder, ids[1]!),
    repair: () => writeCurrent(diskFiles, folder, ids[0]!),
  };
};

const keyless: Preparation = async (stage) => {
  const { folder } = await stage.buildSpace('keyless', 1);
  const keys = join(stage.folder, 'keys.json');
  const good = JSON.stringify({ keys: [] });
  writeFileSync(keys, good);
  await stage.serve('keyless', [folder, '--keys', keys]);
  return {
    fault: 'the file of keys is cut',
    alerts: [['SteleKeysFileBroken', 'keyless']],
    provoke: () => writeFileSync(keys, '{"keys": ['),
    repair: () => writeFileSync(keys, good),
  };
};

const unreadable: Preparation = async (stage) => {
  const { folder, ids } = await stage.buildSpace('unreadable', 2);
  const arguments_ = [folder, '--resident', 'indexes', '--resident-cache-bytes', '1048576', '--cache-bytes', '0'];
  const origin = await stage.serve('unreadable', arguments_);
  let stop = (): void => undefined;
  return {
    fault: 'blocks of a served file are overwritten, and readers need them',
    alerts: [
      ['SteleBlocksUnreadable', 'unreadable'],
      ['SteleErrors', 'unreadable'],
    ],
    // Blocks that were read before stay in memory, so nothing is requested before.
    provoke: () => {
      damageSegment(folder, ids[0]!);
      stop = stage.load(origin, 2, 100);
    },
    repair: async () => {
      await writeCurrent(diskFiles, folder, ids[1]!);
      await sleep(5_000);
      stop();
    },
  };
};

const crowded: Preparation = async (stage) => {
  const { folder } = await stage.buildSpace('crowded', 1);
  const origin = await stage.serve('crowded', [folder, '--max-in-flight', '1', '--cache-bytes', '0']);
  let stop = (): void => undefined;
  return {
    fault: '20 clients, and one request in flight is allowed',
    alerts: [['SteleSheds', 'crowded']],
    provoke: () => {
      stop = stage.load(origin, 20, 20);
    },
    repair: () => stop(),
  };
};

const slow: Preparation = async (stage) => {
  const { folder } = await stage.buildSpace('slow', 1);
  const origin = await stage.serve('slow', [folder, '--cache-bytes', '0']);
  let stop = (): void => undefined;
  return {
    fault: 'as many clients as make answers take longer than 350 ms',
    alerts: [['SteleSlow', 'slow']],
    provoke: () => {
      stop = stage.loadUntilSlow(origin, 350);
    },
    repair: () => stop(),
  };
};

/** In order: heavy loads come last, when the other conditions are over. */
export const CONDITIONS: readonly Preparation[] = [
  dead,
  empty,
  damaged,
  different,
  behind,
  cutOff,
  old,
  ageless,
  keyless,
  unreadable,
  ...builderConditions,
  crowded,
  slow,
];
