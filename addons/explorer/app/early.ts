/**
 * Stands in the page itself and runs before anything of it is painted: has it be light or dark as the reader chose, and
 * asks for what the address names, so that the answer comes while the script is being fetched.
 */

import { readPlace, sentTo, spaceAt } from './address/place.js';
import { descriptionInPage, send } from './api/early.js';
import { chosenHosts } from './parts/picture-hosts.js';
import { stored } from './parts/stored.js';

document.documentElement.dataset['theme'] = stored('theme') ?? 'system';

// The server lets all hosts in whose pictures a reader may want; the page, those that this one does.
const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content = ["img-src 'self'", ...chosenHosts()].join(' ');
document.head.append(policy);

const description = descriptionInPage();
if (description !== undefined) {
  const { spaces } = description;
  const { target } = readPlace(location.hash);
  const space = spaceAt(spaces, target);
  const first =
    space === undefined || space.snapshot === null ? undefined : send(`${space.root}${sentTo(spaces, target)}`);
  // Whoever takes it sees why it fails.
  first?.reply.catch(() => undefined);
  window.stele = { description, first };
}
