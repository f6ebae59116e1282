/**
 * The choice of the locale in the head of the page, shown if the space has several. It writes `localeCode`.
 */
import { change, query, space } from '../state.js';

export function LocaleChoice() {
  const [defaultLocale = '', ...otherLocales] = space.value?.locales ?? [];
  if (otherLocales.length === 0) return null;
  const { locale } = query.value;
  const labels = space.value?.localeLabels ?? {};
  const writeLocale = (code: string): string => (labels[code] === undefined ? code : `${code} · ${labels[code]}`);
  // The address may name the default locale, or one that does not exist.
  const isUnlisted = locale !== undefined && !otherLocales.includes(locale);
  return (
    <label class="locale">
      <span class="faint">Locale</span>
      <select
        aria-label="Locale"
        value={locale ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          change({ locale: chosen === '' ? undefined : chosen });
        }}
      >
        <option value="">{writeLocale(defaultLocale)} (default)</option>
        {isUnlisted && <option>{locale}</option>}
        {otherLocales.map((code) => (
          <option key={code} value={code}>
            {writeLocale(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
