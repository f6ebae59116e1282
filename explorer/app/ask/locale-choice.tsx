/**
 * In which language, where the space has several.
 */
import { change, query, space } from '../state.js';

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
          {locales.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
