/**
 * The process of the load generator: receives sets of requests, loads servers with them, and reports the figures.
 */
import { obeyOrders } from '../../harness/child.js';
import type { Command, Reply } from './generator.js';
import { Load } from './load.js';
import { Supply } from './questions.js';

const supplies = new Map<string, Supply>();

obeyOrders<Command, Reply>(async (command) => {
  switch (command.kind) {
    case 'take':
      supplies.set(command.name, new Supply(command.set));
      return { kind: 'taken' };
    case 'load': {
      const supply = supplies.get(command.name);
      if (supply === undefined) throw new Error(`The generator has no questions called ${command.name}.`);
      return { kind: 'loaded', outcome: await new Load(command.plan, supply).run() };
    }
  }
});
