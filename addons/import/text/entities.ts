/**
 * Decodes and escapes characters that HTML writes as references, in texts without tags.
 *
 * Elsewhere: HTML with tags (html).
 */
import { decodeHTML } from 'entities';

/** @returns the text of a piece of HTML without tags */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** @returns HTML of the text, for use between tags or in a quoted attribute */
export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
