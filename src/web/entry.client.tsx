/** Takes a page over in the browser, once the words of its language are there. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale, isTestLocale } from '#domain/locales.ts';
import { themeFrom } from '#domain/site.ts';
import { keepPagesAtHand } from './lib/at-hand.ts';
import { bringWorker } from './lib/keep.ts';
import { say } from './lib/notice.ts';
import { PageProvider } from './lib/page.ts';
import { report, reportWhatNobodyCatches } from './lib/report.ts';
import { takeCarried } from './lib/sign-in.ts';
import { pretend } from './lib/test-language.ts';
import { keepUnsentForms } from './lib/unsent.ts';
import { type Catalogue, speak } from './lib/words.ts';

const {
  locale: told,
  version = '',
  live: live_url,
  media: media_url,
  theme: chosen,
} = document.documentElement.dataset;
const testing = import.meta.env.DEV && isTestLocale(told) ? told : null;
const locale = testing ?? (isLocale(told) ? told : defaultLocale);
const theme = themeFrom(chosen);
// Browsers hide the attribute and keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
const words = [...document.querySelectorAll('link[data-words]')].map((link) => link.getAttribute('href') ?? '');

reportWhatNobodyCatches();
takeCarried();
void takeOver();

async function takeOver(): Promise<void> {
  const [own, english] = await Promise.all(words.map(fetchWords));
  if (!own) throw new Error('the page does not say where its words are');
  const i18n = speak(locale, testing ? pretend(own, testing) : own, english);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageProvider value={{ locale, nonce, version, theme, live_url, media_url, words }}>
          <I18nextProvider i18n={i18n}>
            <HydratedRouter onError={reportBroken} />
          </I18nextProvider>
        </PageProvider>
      </StrictMode>,
    );
  });
  keepUnsentForms(() => say('error', i18n.t('error.unsent')));
  keepPagesAtHand();
  // Vite's development server has no worker.
  if (import.meta.env.PROD) bringWorker();
}

/** What the error page stands for. */
function reportBroken(error: unknown): void {
  console.error(error);
  report(error);
}

async function fetchWords(address: string): Promise<Catalogue> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return (await answer.json()) as Catalogue;
}
