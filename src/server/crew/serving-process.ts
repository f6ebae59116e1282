/**
 * The entry of a process that answers, where threads cannot share a port.
 */
import { InvariantError } from '../../content/errors/index.js';
import { runMember } from './member.js';
import type { FromMember, ProcessListens } from './messages.js';

if (process.send === undefined)
  throw new InvariantError('this module is the entry of a process that another one starts');
// A terminal, or a service manager, signals the whole group; the supervisor alone decides what follows.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
// A channel that has closed ends the process by itself.
const post = (message: FromMember | ProcessListens): void =>
  void process.send?.(message, undefined, undefined, () => undefined);
process.on('message', runMember(post));
post({ kind: 'listens' });
