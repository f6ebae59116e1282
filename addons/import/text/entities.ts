/**
 * Characters that HTML writes as references, in texts without tags.
 *
 * Elsewhere: HTML with tags (html).
 */
import { decodeHTML } from 'entities';

/** @returns the text that a piece of HTML without tags stands for */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** @returns HTML that shows the text, between tags or between double quotes in one */
export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
