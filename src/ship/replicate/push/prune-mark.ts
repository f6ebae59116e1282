/**
 * The file PRUNING at a target: its presence tells pushes that a prune may remove files right now.
 *
 * A push writes its manifest first and then looks for the mark; a prune writes its mark first and then lists the manifests. So
 * either the prune sees the manifest and keeps its segments, or the push sees the mark and waits. A prune renews the mark, with
 * another content, for each round of REMOVAL_MS; a mark that stays the same for longer than WAIT_MS is of a dead prune.
 */
import { randomUUID } from 'node:crypto';
import type { OriginContent } from '../origin/origin.js';
import { createContent, type SendOptions, sendFile } from './send.js';

export const PRUNE_MARK = 'PRUNING';
/** A prune removes nothing for longer than this after it has written its mark. */
export const REMOVAL_MS = 60_000;
/** Time after which a push ignores a mark that has not changed: more than REMOVAL_MS and the time limit of a request. */
const WAIT_MS = 180_000;
const POLL_MS = 2_000;
const markBytesMaximum = 100;

type MarkOptions = Pick<SendOptions, 'target' | 'signal' | 'retryPolicy' | 'onStep'>;

/** @returns the content of the mark; undefined if no prune runs */
export async function readPruneMark({
  target,
  signal,
}: Pick<MarkOptions, 'target' | 'signal'>): Promise<string | undefined> {
  const answer = await target.read(PRUNE_MARK, { signal });
  return answer.kind === 'content' ? readText(answer) : undefined;
}

async function readText({ body, discard }: OriginContent): Promise<string> {
  let text = '';
  try {
    for await (const chunk of body) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length > markBytesMaximum) break;
    }
  } finally {
    discard();
  }
  return text;
}

/** Writes or renews the mark. @returns its content, which no other mark has */
export async function writePruneMark(options: MarkOptions): Promise<string> {
  const text = `${randomUUID()}\n`;
  await sendFile(options, PRUNE_MARK, { ...createContent(Buffer.from(text)), mayChange: true });
  return text;
}

export interface PruneWait {
  /** Whether a prune was seen: then files that were there may have been removed. */
  readonly hasWaited: boolean;
  /** Content of a mark that has not changed for WAIT_MS; undefined if the prune ended, or none ran. */
  readonly leftover: string | undefined;
}

/**
 * Waits until no prune runs at the target, or its mark has not changed for WAIT_MS.
 *
 * @param ignored content of a mark that is known to be a leftover
 */
export async function waitForPrune(options: MarkOptions, ignored?: string): Promise<PruneWait> {
  const { target, signal, retryPolicy, onStep = () => undefined } = options;
  let mark = await readPruneMark(options);
  if (mark === undefined || mark === ignored) return { hasWaited: false, leftover: ignored };
  onStep(`waiting for stele prune, which runs at ${target.name}`);
  for (let unchangedMs = 0; unchangedMs < WAIT_MS; unchangedMs += POLL_MS) {
    await retryPolicy.sleep(POLL_MS, signal);
    const newMark = await readPruneMark(options);
    if (newMark === undefined) return { hasWaited: true, leftover: undefined };
    if (newMark !== mark) unchangedMs = 0;
    mark = newMark;
  }
  onStep(`${PRUNE_MARK} at ${target.name} is a leftover of a killed prune; the push continues`);
  return { hasWaited: true, leftover: mark };
}
