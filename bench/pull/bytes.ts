/**
 * What does a replica with the first night fetch for the second?
 */
import { join } from 'node:path';
import { OperationError } from '../../src/errors/index.js';
import { diskFiles } from '../../src/files/index.js';
import {
  askOrigin,
  Bandwidth,
  DEFAULT_PATIENCE,
  openOrigin,
  type PullReport,
  parseAddress,
  pullNamed,
} from '../../src/replicate/index.js';
import { problemsOf, verifySnapshots } from '../../src/verify/index.js';
import { type Nights, nameNight } from './nights.js';

/** @throws OperationError when what was pulled is not what the origin has */
export async function measureBytes(nights: Nights, originUrl: string, scratch: string): Promise<PullReport> {
  const options = {
    files: diskFiles,
    folder: join(scratch, 'pulled'),
    origin: openOrigin(parseAddress(originUrl), { files: diskFiles, env: {} }),
    keep: 2,
    parallel: 4,
    bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
    patience: DEFAULT_PATIENCE,
    signal: new AbortController().signal,
  };
  const pull = async (): Promise<PullReport> => pullNamed(options, await askOrigin(options));
  await nameNight(nights, nights.first);
  await pull();
  await nameNight(nights, nights.second);
  const report = await pull();
  const verified = await verifySnapshots(diskFiles, options.folder);
  if (verified.snapshot === nights.second && problemsOf(verified).length === 0) return report;
  throw new OperationError('What was pulled is not what the origin has.');
}
