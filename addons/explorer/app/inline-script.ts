/**
 * The inline script of the page, which runs before the first paint: sets the theme and the policy for pictures, and
 * sends the request of the address while the explorer's script is still loading.
 */

import { findSpace, readPlace, requestTarget } from './address/place.js';
import { readPageDescription, startRequest } from './api/first-request.js';
import { readStored } from './parts/browser-storage.js';
import { readAllowedHosts } from './parts/picture-hosts.js';

document.documentElement.dataset['theme'] = readStored('theme') ?? 'system';

// The server's policy allows pictures from all hosts; this policy allows only the hosts that the reader chose.
const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content = ["img-src 'self'", ...readAllowedHosts()].join(' ');
document.head.append(policy);

const description = readPageDescription();
if (description !== undefined) {
  const { spaces } = description;
  const { target } = readPlace(location.hash);
  const space = findSpace(spaces, target);
  const firstRequest =
    space === undefined || space.snapshot === null
      ? undefined
      : startRequest(`${space.root}${requestTarget(spaces, target)}`);
  // The explorer's script takes `window.stele.first` and handles its failure; this only avoids an unhandled rejection.
  firstRequest?.reply.catch(() => undefined);
  window.stele = { description, first: firstRequest };
}
