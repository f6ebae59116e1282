import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { watchConnections } from '../../../src/server/wire/connections.js';
import { requireWatched, WatchedResponse } from '../../../src/server/wire/watched-response.js';

/** A server that listens nowhere, and connections that it is told of. */
function watching() {
  const server = createServer({ ServerResponse: WatchedResponse });
  const ended: WatchedResponse[] = [];
  const connections = watchConnections(server, (response) => ended.push(response));
  const connect = (): Socket => {
    const socket = new Socket();
    server.emit('connection', socket);
    return socket;
  };
  const ask = (socket: Socket): WatchedResponse => {
    const request = new IncomingMessage(socket);
    const response = new WatchedResponse(request);
    connections.begin(request, response);
    return response;
  };
  return { connections, ended, connect, ask };
}

describe('watchConnections', () => {
  it('a response closed twice › ends once', () => {
    const { connections, ended, connect, ask } = watching();
    const response = ask(connect());
    expect(connections.inFlight()).toBe(1);
    response.emit('close');
    response.emit('close');
    expect([connections.inFlight(), ended.length]).toEqual([0, 1]);
  });

  it('a response on a closed connection › is counted until it ends, and has no connection', () => {
    const { connections, ended, ask } = watching();
    const socket = new Socket();
    const response = ask(socket);
    expect([connections.inFlight(), connections.count()]).toEqual([1, 0]);
    expect([connections.isIdle(socket), connections.latestResponse(socket)]).toEqual([false, undefined]);
    response.emit('close');
    expect([connections.inFlight(), ended.length]).toEqual([0, 1]);
  });

  it('closeOldestIdle › closes the oldest idle connection, never the excepted or a busy one', () => {
    const { connections, connect, ask } = watching();
    const [busy, oldest, newer] = [connect(), connect(), connect()];
    ask(busy);
    expect(connections.closeOldestIdle(newer)).toBe(true);
    expect([busy, oldest, newer].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
    expect(connections.count()).toBe(2);
    expect(connections.closeOldestIdle(newer)).toBe(false);
  });
});

describe('watched', () => {
  it('a response of another server › InvariantError', () => {
    const request = new IncomingMessage(new Socket());
    expect(requireWatched(new WatchedResponse(request))).toBeInstanceOf(WatchedResponse);
    expect(() => requireWatched(new ServerResponse(request))).toThrow('a response was not made by this server');
  });
});
