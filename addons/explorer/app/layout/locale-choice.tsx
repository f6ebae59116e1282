/**
 * The control for `localeCode`, shown if the space has locales.
 */
import { Options } from '../parts/controls.js';
import { change, query, space } from '../state.js';
import { Problem } from './problem.js';

export function LocaleChoice() {
  const locales = space.value?.locales ?? [];
  const { locale } = query.value;
  if (locales.length === 0) return null;
  return (
    <section class="ask-part">
      <label>
        <h3>Locale</h3>
        <select
          aria-label="Locale"
          value={locale ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            change({ locale: chosen === '' ? undefined : chosen });
          }}
        >
          <option value="">{locales[0]} · the default</option>
          {locale !== undefined && !locales.includes(locale) && <option value={locale}>{locale}</option>}
          <Options names={locales} />
        </select>
      </label>
      <Problem parameters={['localeCode']} />
    </section>
  );
}
