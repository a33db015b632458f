/** Hydrates a page in the browser once the catalogue of its language is loaded. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale, isPseudoLocale } from '#domain/locales.ts';
import { themeFrom } from '#domain/site.ts';
import { type Catalogue, speak } from './lib/catalogue.ts';
import { say } from './lib/notice.ts';
import { PageProvider } from './lib/page.ts';
import { pseudoCatalogue } from './lib/pseudo-locale.ts';
import { report, reportUncaughtErrors } from './lib/report.ts';
import { takeCarried } from './lib/sign-in.ts';
import { SpeakerContext } from './lib/translation.ts';
import { keepUnsentForms } from './lib/unsent-forms.ts';

const {
  locale: language,
  version = '',
  live: live_url,
  media: media_url,
  theme: chosen,
} = document.documentElement.dataset;
const pseudo = import.meta.env.DEV && isPseudoLocale(language) ? language : null;
const locale = pseudo ?? (isLocale(language) ? language : defaultLocale);
const theme = themeFrom(chosen);
// Browsers hide the `nonce` attribute but keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
const words = [...document.querySelectorAll<HTMLMetaElement>('meta[name="words"]')].map(({ content }) => content);

reportUncaughtErrors();
takeCarried();
void hydrate();

async function hydrate(): Promise<void> {
  const [own, english] = await Promise.all(words.map(fetchWords));
  if (!own) throw new Error('the page does not say where its words are');
  const speaker = speak(locale, pseudo ? pseudoCatalogue(own, pseudo) : own, english);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageProvider value={{ locale, nonce, version, theme, live_url, media_url, words }}>
          <SpeakerContext value={speaker}>
            <HydratedRouter onError={reportBroken} />
          </SpeakerContext>
        </PageProvider>
      </StrictMode>,
    );
  });
  keepUnsentForms(() => say('error', speaker.t('error.unsent')));
  void import('./after-hydration.ts');
}

/** Errors for which the error page is shown. */
function reportBroken(error: unknown): void {
  console.error(error);
  report(error);
}

async function fetchWords(address: string): Promise<Catalogue> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return (await answer.json()) as Catalogue;
}
