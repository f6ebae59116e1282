/**
 * The process of the soak's origin: `origin-process.js <folder> <port> <seed>`. Messages set its faults.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { diceOf } from '../../testing/dice.js';
import { ORIGIN_FAULTS, startOrigin } from '../../testing/origin/faulty-origin.js';
import type { OriginOrder, OriginWord } from './program.js';

const [folder = '', port = '0', seed = '1'] = process.argv.slice(2);
const below = diceOf(Number(seed), 'origin');
/** Any of this kind may be handed out in place of another. */
const others = (): readonly string[] => {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = all
    .map((path) => join(folder, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return [0, 1, 2].flatMap(() => files[below(files.length)] ?? []);
};

const origin = await startOrigin(
  {
    get: (path) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined),
    paths: others,
  },
  folder,
  Number(port),
);
let requests = 0;
let faults = 0;
const say = (word: OriginWord): void => void process.send?.(word);

process.on('message', ({ oneIn, instead }: OriginOrder) => {
  origin.instead.clear();
  for (const [path, text] of instead) origin.instead.set(path, Buffer.from(text));
  origin.fault = () => {
    origin.requests.length = 0;
    requests += 1;
    if (oneIn === 0 || below(oneIn) !== 0) return undefined;
    faults += 1;
    return ORIGIN_FAULTS[below(ORIGIN_FAULTS.length)];
  };
  // Stalled answers would last for half a minute.
  if (oneIn === 0) origin.hangUp();
  say({ url: origin.url, requests, faults });
});
process.on('disconnect', () => process.exit());
say({ url: origin.url, requests, faults });
