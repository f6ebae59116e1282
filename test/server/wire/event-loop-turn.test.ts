import { describe, expect, it } from 'vitest';
import { watchEventLoopTurn } from '../../../src/server/wire/event-loop-turn.js';

describe('the age of a turn', () => {
  it('grows from the first call, and restarts after the turn', () => {
    let now = 1000;
    const endings: (() => void)[] = [];
    const turn = watchEventLoopTurn(
      () => now,
      (ended) => endings.push(ended),
    );
    expect(turn.ageMs()).toBe(0);
    now += 30;
    expect(turn.ageMs()).toBe(30);
    expect(endings).toHaveLength(1);
    endings.pop()?.();
    now += 500;
    expect(turn.ageMs()).toBe(0);
    now += 1;
    expect(turn.ageMs()).toBe(1);
    expect(endings).toHaveLength(1);
  });

  it('the real event loop › a turn ends once its sockets are read', async () => {
    const turn = watchEventLoopTurn();
    turn.ageMs();
    await new Promise((resolve) => setImmediate(resolve));
    expect(turn.ageMs()).toBe(0);
  });
});
