/**
 * The derived type of images, presented like a type that is read from a file: its source, and a hash of its content.
 *
 * Elsewhere: collecting the images while items are read (build/read), building or linking their type (built-types).
 */
import { createHash } from 'node:crypto';
import type { ContentType } from '../../src/content/model/index.js';
import type { ContentHash, ItemsSource } from '../read/index.js';

export const imagesSource = (type: ContentType): ItemsSource => ({ type, file: 'images', byteLength: 0 });

/** @param holders types whose items hold images, in the model's order, and the hash of their content */
export function hashImagesContent(holders: readonly (readonly [type: string, content: ContentHash])[]): ContentHash {
  const hash = createHash('sha256');
  for (const [type, { sha256 }] of holders) hash.update(`${type} ${sha256}\n`);
  return { sha256: hash.digest('hex'), byteLength: 0 };
}
