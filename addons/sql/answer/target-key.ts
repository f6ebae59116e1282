/**
 * Key of a linked item, as in the link index of a segment: one byte for its type, then its id in UTF-8.
 *
 *     byte 0   position of the type in the relationship's `to`
 *     1…       id
 *
 * The first byte is written as a byte, not as a character: UTF-8 would encode positions from 128 on in two bytes.
 */

/**
 * @param typeIndex position of the target's type in the relationship's `to`, which has at most 255 types
 * @returns the key; keys in byte order are targets in order
 */
export function encodeTargetKey(typeIndex: number, id: string): Buffer {
  const key = Buffer.allocUnsafe(1 + Buffer.byteLength(id));
  key[0] = typeIndex;
  key.write(id, 1);
  return key;
}
