/**
 * Advice as text, and as a patch of `model.json`.
 */

import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../../../src/cli/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Advice, JudgedShape, Measured, Piece } from '../advise/index.js';
import { answeredNowText } from './replay-text.js';

const keysText = ({ keys }: Piece): string =>
  Object.entries(keys)
    .map(([key, value]) => `"${key}": ${value}`)
    .join(', ');

export function adviceText(advice: Advice): string {
  const { pieces, withdrawn, leaner, larger, requests, refused } = advice;
  const lines = [
    `${formatCount(requests.found)} requests to find advice by, ${formatCount(requests.judged)} others to judge it by\n`,
    ...Object.entries(refused).map(
      ([code, times]) => `${formatCount(times)} of the first are refused whatever is built: ${code}\n`,
    ),
  ];
  if (leaner === undefined) lines.push('\nThe traffic needs every structure of this snapshot.\n');
  else {
    const rows = pieces
      .toSorted((a, b) => b.bytes - a.bytes)
      .map((piece) => [
        `${piece.type}.${piece.field}`,
        keysText(piece),
        piece.kind === 'asked' ? '-' : formatBytes(piece.bytes),
        piece.kind === 'asked' ? '-' : piece.seconds.toFixed(1),
        piece.kind === 'asked' ? `refused ${formatCount(piece.requests)} times` : 'never needed',
      ]);
    const heads = [
      leftColumn('field'),
      leftColumn('in model.json'),
      rightColumn('saves'),
      rightColumn('thread-seconds'),
      leftColumn('because'),
    ];
    lines.push('\n', formatTable(heads, rows), '\n', measuredText('With all of it', leaner));
  }
  if (withdrawn.length > 0) {
    const named = withdrawn.map((piece) => `${piece.type}.${piece.field} ${keysText(piece)}`);
    lines.push(`\nwithdrawn, as the other half of the traffic needs it: ${named.join('; ')}\n`);
  }
  for (const one of larger) lines.push('\n', measuredText(`stele build ${one.name}`, one));
  if (larger.length === 0) lines.push('\nNothing that would be stored more of made a shape surely faster.\n');
  return lines.join('');
}

const ratioOf = (before: number, after: number): string => (before === 0 ? '-' : (after / before).toFixed(2));

function measuredText(what: string, { before, after, judgement, heldBack }: Measured): string {
  const head = heldBack === undefined ? `${what}:\n` : `${what} is not advised: ${heldBack}.\n`;
  const saved = before.bytes - after.bytes;
  const memory = saved >= 0 ? `${formatBytes(saved)} less` : `${formatBytes(-saved)} more`;
  const size = [
    `  snapshot  ${formatBytes(before.bytes)} → ${formatBytes(after.bytes)} (× ${ratioOf(before.bytes, after.bytes)}); each replica has ${memory} in memory\n`,
    `  building  ${before.seconds.toFixed(1)} s → ${after.seconds.toFixed(1)} s (× ${ratioOf(before.seconds, after.seconds)}), one build each\n`,
    `  answers   ${judgement.different.length === 0 ? 'all the same' : `others, such as ${judgement.different[0]}`}, of ${formatCount(judgement.requests)} requests\n\n`,
  ];
  const answeredNow = judgement.answeredNow.map((one) => `${answeredNowText(one)}\n`).join('');
  return `${head}${size.join('')}${formatTable(shapeHeads, judgement.shapes.map(shapeRow))}${answeredNow}`;
}

const shapeHeads = [
  rightColumn('requests'),
  rightColumn('median, after ÷ before'),
  leftColumn(''),
  leftColumn('shape'),
];

const shapeRow = ({ requests, p50, verdict, shape }: JudgedShape): readonly string[] => [
  formatCount(requests),
  p50.interval === undefined
    ? p50.ratio.toFixed(2)
    : `${p50.ratio.toFixed(2)} (${p50.interval[0].toFixed(2)} to ${p50.interval[1].toFixed(2)})`,
  verdict === 'same' ? '' : verdict,
  shape,
];

/** An operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add';
  readonly path: string;
  readonly value: boolean;
}

/** @returns the advice that is given, as operations on `model.json`: `add` also replaces a key that is there */
export function patchOf({ contentTypes }: ContentModel, { pieces, leaner }: Advice): readonly PatchOperation[] {
  if (leaner === undefined || leaner.heldBack !== undefined) return [];
  const types = [...contentTypes.values()];
  return pieces.flatMap(({ type, field, keys }) => {
    const place = types.findIndex(({ name }) => name === type);
    const fieldPlace = types[place]?.fields.findIndex(({ name }) => name === field);
    return Object.entries(keys).map(
      ([key, value]): PatchOperation => ({
        op: 'add',
        path: `/contentTypes/${place}/fields/${fieldPlace}/${key}`,
        value,
      }),
    );
  });
}
