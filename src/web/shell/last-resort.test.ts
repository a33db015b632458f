import { expect, it } from 'vitest';
import { localeFacts, locales } from '#domain/locales.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { lastResort } from './last-resort.ts';

it.each(locales)('when even the error page fails, a sentence and a link home remain in %s (8.12)', (locale) => {
  const { t } = speaker(locale);
  const html = lastResort(t, locale);
  expect(html).toContain(`lang="${localeFacts[locale].lang}" dir="${localeFacts[locale].dir}"`);
  expect(html).toContain(`<p>${t('error.last_resort')}</p><p><a href="/">${t('error.home')}</a></p>`);
});
