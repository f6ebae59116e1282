/**
 * Connections that answers share, whatever the server does: without a server.
 */
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../connection/address.js';
import type { Client } from '../connection/connect.js';
import { Pool } from '../connection/pool.js';

const nobodyLeaves = new AbortController().signal;

describe('Pool', () => {
  it('a server that announces the end of a connection › no waiting caller receives it', async () => {
    const asked: string[][] = [];
    let end: (error: Error) => void = () => undefined;
    const connecting = async (): Promise<Client> => {
      const number = asked.push([]) - 1;
      return {
        // The first one is still open for all that anybody knows.
        isLost: false,
        query(text) {
          if (!text.startsWith('ask')) return Promise.resolve({ rows: [] });
          asked[number]?.push(text);
          if (number > 0) return Promise.resolve({ rows: [] });
          return new Promise((_, reject) => {
            end = reject;
          });
        },
        copy: () => Promise.reject(new Error('nobody copies')),
        end: () => Promise.resolve(),
      };
    };
    const limits = { connections: 1, statementMs: 60_000, waitMs: 60_000 };
    const pool = new Pool(parseAddress('postgres://me@db/x'), 'test', limits, () => Promise.resolve(), connecting);
    const first = pool.ask('ask 1', [], nobodyLeaves);
    while (asked[0]?.length !== 1) await new Promise((resolve) => setImmediate(resolve));
    const second = pool.ask('ask 2', [], nobodyLeaves);
    end(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    await expect(
      Promise.race([second, new Promise((resolve) => setTimeout(resolve, 1_000, 'never answered'))]),
    ).resolves.toEqual([]);
    expect(await first).toEqual([]);
    expect(asked).toEqual([['ask 1'], ['ask 2', 'ask 1']]);
    await pool.close();
  });
});
