/**
 * Content negotiation: what the server says its answers are, and which requests it refuses for their media types.
 */
import { describe, expect, it } from 'vitest';
import { allReplies } from './samples.js';
import { MEDIA_TYPE, talk } from './talk.js';

const shop = talk();

const statusWith = async (headers: Readonly<Record<string, string>>): Promise<number> =>
  (await shop.ask('/book', { headers })).status;

describe('content negotiation', () => {
  it('[response-content-type] every answer › is sent as the media type without parameters', async () => {
    for (const { path, headers } of await allReplies(shop)) expect(headers['content-type'], path).toBe(MEDIA_TYPE);
  });

  it('[response-unsupported-media-type] a content type with parameters › is refused with 415', async () => {
    for (const parameters of ['charset=utf-8', 'version=1', 'profile="https://p.example/"; charset=utf-8']) {
      expect(await statusWith({ 'content-type': `${MEDIA_TYPE}; ${parameters}` }), parameters).toBe(415);
    }
    // Version 1.1 takes profiles, which may be ignored, and extensions, which may not be.
    expect(await statusWith({ 'content-type': `${MEDIA_TYPE}; ext="https://e.example/"` })).toBe(415);
    expect(await statusWith({ 'content-type': `${MEDIA_TYPE}; profile="https://p.example/"` })).toBe(200);
    expect(await statusWith({ 'content-type': MEDIA_TYPE })).toBe(200);
    expect(await statusWith({ 'content-type': 'application/json; charset=utf-8' })).toBe(200);
  });

  it('[response-not-acceptable] only instances with parameters › are refused with 406', async () => {
    for (const accept of [
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE};version=1, ${MEDIA_TYPE}; charset=utf-8`,
      `text/html, ${MEDIA_TYPE}; ext="https://e.example/"`,
    ]) {
      expect(await statusWith({ accept }), accept).toBe(406);
    }
    for (const accept of [
      MEDIA_TYPE,
      `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}`,
      `${MEDIA_TYPE}; q=0.5`,
      `${MEDIA_TYPE}; profile="https://p.example/, ; charset=x"`,
      '*/*',
      'application/json, text/plain, */*',
    ]) {
      expect(await statusWith({ accept }), accept).toBe(200);
    }
  });
});
