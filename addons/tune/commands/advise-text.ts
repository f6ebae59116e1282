/**
 * Advice as text for the terminal, and as a JSON patch of `model.json`.
 */

import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../../../src/cli/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import type { Advice, JudgedShape, MeasuredChange, Piece } from '../advise/index.js';
import { formatAnsweredNow } from './replay-text.js';

/** @returns the keys as they are written in `model.json` */
const formatKeys = ({ keys }: Piece): string =>
  Object.entries(keys)
    .map(([key, value]) => `"${key}": ${value}`)
    .join(', ');

export function formatAdvice(advice: Advice): string {
  const { pieces, withdrawn, leaner, larger, requests, refused } = advice;
  const lines = [
    `advice found in ${formatCount(requests.found)} requests, judged by ${formatCount(requests.judged)} other requests\n`,
    ...Object.entries(refused).map(
      ([code, times]) =>
        `${formatCount(times)} of the ${formatCount(requests.found)} requests are errors with every structure built: ${code}\n`,
    ),
  ];
  if (leaner === undefined) lines.push('\nThe traffic needs every structure of this snapshot.\n');
  else lines.push('\n', formatPieces(pieces), '\n', formatMeasuredChange('With all changes', leaner));
  if (withdrawn.length > 0) {
    const withdrawnTexts = withdrawn.map((piece) => `${piece.type}.${piece.field} ${formatKeys(piece)}`);
    lines.push(`\nwithdrawn, because the other half of the traffic needs them: ${withdrawnTexts.join('; ')}\n`);
  }
  for (const one of larger) lines.push('\n', formatMeasuredChange(`stele build ${one.name}`, one));
  if (larger.length === 0) lines.push('\nNo larger structure made a shape measurably faster.\n');
  return lines.join('');
}

/** A row for each piece, the largest saving first. */
function formatPieces(pieces: Advice['pieces']): string {
  const heads = [
    leftColumn('field'),
    leftColumn('in model.json'),
    rightColumn('saves'),
    rightColumn('thread-seconds'),
    leftColumn('because'),
  ];
  const rows = pieces
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((piece) => {
      const field = `${piece.type}.${piece.field}`;
      if (piece.kind === 'asked')
        return [field, formatKeys(piece), '-', '-', `refused ${formatCount(piece.requests)} times`];
      return [field, formatKeys(piece), formatBytes(piece.bytes), piece.seconds.toFixed(1), 'never needed'];
    });
  return formatTable(heads, rows);
}

const formatRatio = (before: number, after: number): string => (before === 0 ? '-' : (after / before).toFixed(2));

function formatMeasuredChange(title: string, { before, after, judgement, heldBack }: MeasuredChange): string {
  const head = heldBack === undefined ? `${title}:\n` : `${title} is not advised: ${heldBack}.\n`;
  const saved = before.bytes - after.bytes;
  const memory = saved >= 0 ? `${formatBytes(saved)} less` : `${formatBytes(-saved)} more`;
  const [different] = judgement.different;
  const answers = different === undefined ? 'all the same' : `some differ, such as ${different}`;
  const size = [
    `  snapshot  ${formatBytes(before.bytes)} → ${formatBytes(after.bytes)} (× ${formatRatio(before.bytes, after.bytes)}); each replica has ${memory} in memory\n`,
    `  building  ${before.seconds.toFixed(1)} s → ${after.seconds.toFixed(1)} s (× ${formatRatio(before.seconds, after.seconds)}), one build each\n`,
    `  answers   ${answers}, of ${formatCount(judgement.requests)} requests\n\n`,
  ];
  const answeredNow = judgement.answeredNow.map((one) => `${formatAnsweredNow(one)}\n`).join('');
  return `${head}${size.join('')}${formatTable(shapeHeads, judgement.shapes.map(formatShapeRow))}${answeredNow}`;
}

const shapeHeads = [
  rightColumn('requests'),
  rightColumn('median, after ÷ before'),
  leftColumn(''),
  leftColumn('shape'),
];

const formatShapeRow = ({ requests, p50, verdict, shape }: JudgedShape): readonly string[] => [
  formatCount(requests),
  p50.interval === undefined
    ? p50.ratio.toFixed(2)
    : `${p50.ratio.toFixed(2)} (${p50.interval[0].toFixed(2)} to ${p50.interval[1].toFixed(2)})`,
  verdict === 'same' ? '' : verdict,
  shape,
];

/** One operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add';
  readonly path: string;
  readonly value: boolean;
}

/** @returns the accepted advice as operations on `model.json`; `add` also replaces an existing key */
export function buildPatch({ contentTypes }: ContentModel, { pieces, leaner }: Advice): readonly PatchOperation[] {
  if (leaner === undefined || leaner.heldBack !== undefined) return [];
  const types = [...contentTypes.values()];
  return pieces.flatMap(({ type, field, keys }) => {
    const typeIndex = types.findIndex(({ name }) => name === type);
    const fieldIndex = types[typeIndex]?.fields.findIndex(({ name }) => name === field);
    return Object.entries(keys).map(
      ([key, value]): PatchOperation => ({
        op: 'add',
        path: `/contentTypes/${typeIndex}/fields/${fieldIndex}/${key}`,
        value,
      }),
    );
  });
}
