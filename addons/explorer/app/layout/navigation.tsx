/**
 * The navigation at the left: spaces, content types (type-list), reference, guides, theme and help.
 */
import { QuietButton } from '../parts/controls.js';
import { THEMES, theme } from '../parts/preferences.js';
import { description, go, hrefOf, place, request, space } from '../state.js';
import { isHelpOpen } from './keys.js';
import { Logo } from './message-box.js';
import { TypeList } from './type-list.js';

function Spaces() {
  const spaces = description.value?.spaces ?? [];
  if (spaces.length < 2) return null;
  return (
    <label class="spaces">
      <span class="label">Space</span>
      <select
        aria-label="Space"
        value={space.value?.name ?? ''}
        onChange={(event) => {
          const chosen = spaces.find(({ name }) => name === event.currentTarget.value);
          if (chosen !== undefined) go(hrefOf({}, { tab: place.value.tab === 'docs' ? 'docs' : 'items' }, chosen));
        }}
      >
        {space.value === undefined && <option value="">Choose a space</option>}
        {spaces.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

export function Navigation() {
  return (
    <nav class="rail" aria-label="Content types">
      <a
        class="wordmark"
        href={hrefOf({})}
        aria-current={place.value.tab !== 'docs' && request.value.path.length === 0 ? 'page' : undefined}
      >
        <Logo />
        <span>stele</span>
      </a>
      <Spaces />
      <TypeList />
      {description.value?.docs === true && (
        <ul class="types docs-links">
          <li>
            <a
              href={hrefOf({}, { tab: 'docs' })}
              aria-current={place.value.tab !== 'docs' ? undefined : request.value.path.length === 0 ? 'page' : 'true'}
            >
              Reference
            </a>
          </li>
          <li>
            <a href="docs/guide">Guides</a>
          </li>
        </ul>
      )}
      <div class="rail-end">
        <label>
          <span class="hidden">Light or dark</span>
          <select
            value={theme.value}
            onChange={(event) => {
              const chosen = THEMES.find((name) => name === event.currentTarget.value);
              if (chosen !== undefined) theme.value = chosen;
            }}
          >
            <option value="system">Auto</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
        <QuietButton
          onPress={() => {
            isHelpOpen.value = true;
          }}
        >
          <span class="keys-label">Keys</span> <kbd>?</kbd>
        </QuietButton>
      </div>
    </nav>
  );
}
