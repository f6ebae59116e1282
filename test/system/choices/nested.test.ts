/**
 * Choices that come to matter only together: forced at once.
 */
import { expect, it } from 'vitest';
import { temporaryFolders } from '../../../testing/folder.js';
import { Forcing } from './forcing.js';
import { buildWorld, LOW, openIn } from './world.js';

const newFolder = temporaryFolders();

it('nested ties without a count › their set is not requested, because it does not exist', async () => {
  const space = await openIn('buffers', await buildWorld(1, newFolder()), undefined);
  const forcing = new Forcing(space, LOW, 1, 0);
  const differences = ['shown,kind,year', 'kind,-shown,title', '-shown,-kind,-serial'].flatMap((sort) =>
    [0, 3, 11].flatMap((skip) => {
      const target = `/work?filter[year][_exists]=true&sort=${sort}&page[limit]=3&page[skip]=${skip}`;
      const ways = { 'page.key': 'walk', 'tie.count': 'walk', 'tie.members': 'bits', 'page.skip': 'seek' };
      return forcing.force(target, ways) ?? [];
    }),
  );
  expect(differences).toEqual([]);
});
