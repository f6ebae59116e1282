/**
 * Entry of a serving thread.
 */
import { parentPort } from 'node:worker_threads';
import { InvariantError } from '../../content/errors/index.js';
import { keepTickShape } from '../../format/platform/index.js';
import { runMember } from './member.js';

if (parentPort === null) throw new InvariantError('this module is the entry of a thread');
void keepTickShape();
const port = parentPort;
port.on(
  'message',
  runMember((message) => port.postMessage(message)),
);
