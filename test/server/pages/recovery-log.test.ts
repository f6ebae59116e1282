/**
 * That the end of a problem is told, once.
 */
import { describe, expect, it } from 'vitest';
import { recoveryLog } from '../../../src/server/pages/recovery-log.js';
import type { HealthStatus } from '../../../src/server/spaces/status.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';

describe('recoveryLog', () => {
  it('a start without a snapshot › logged at info, not as a warning', () => {
    const { lines, logger } = capturingLogger('info');
    let status: HealthStatus = 'unavailable';
    const look = recoveryLog(() => status, logger);
    look();
    status = 'ok';
    look();
    look();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, msg: 'the status is ok', was: 'unavailable' },
    ]);
  });

  it('the end of a problem › one line with the worst status and the duration; none while the status is ok', () => {
    const { lines, logger } = capturingLogger('warn');
    const states: readonly HealthStatus[] = ['ok', 'degraded', 'unavailable', 'degraded', 'ok', 'ok', 'degraded', 'ok'];
    let second = 0;
    const look = recoveryLog(
      () => states[second] ?? 'ok',
      logger,
      () => second * 1000,
    );
    for (; second < states.length; second += 1) look();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'the status is ok again', status: 'ok', was: 'unavailable', seconds: 3 },
      { msg: 'the status is ok again', status: 'ok', was: 'degraded', seconds: 1 },
    ]);
  });
});
