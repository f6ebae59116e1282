/**
 * A link's target as the index has it, and orders it by: one byte, which of the relationship's types it is of, then the id.
 *
 * The byte is no character: as UTF-8, those from 128 on would be two bytes, and the first of them one of two.
 */

/**
 * @param typeIndex place of the target's type in the relationship's `to`, which has at most 255
 * @returns bytes, whose order is that of the targets
 */
export function encodeTargetKey(typeIndex: number, id: string): Buffer {
  const key = Buffer.allocUnsafe(1 + Buffer.byteLength(id));
  key[0] = typeIndex;
  key.write(id, 1);
  return key;
}
