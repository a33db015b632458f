/** Terms of use and privacy policy: the operator's own where configured, else a few sentences (2.26). */
import { redirect } from 'react-router';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/LegalPage.ts';
import styles from './shell.module.css';

const sentences = {
  terms: [
    'legal.service',
    'legal.orders',
    'legal.pigeons',
    'legal.results',
    'legal.changes',
    'legal.account',
    'legal.use',
  ],
  privacy: ['legal.kept', 'legal.public', 'legal.shared', 'legal.cards', 'legal.ages', 'legal.cookies', 'legal.ask'],
} as const;

export function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, site } = context.get(pageContext);
  const { t } = speaker(locale);
  const page = /^\/terms\b/.test(new URL(request.url).pathname) ? 'terms' : 'privacy';
  const own = page === 'terms' ? site.terms_url : site.privacy_url;
  if (own) throw redirect(own);
  const title = t(`nav.${page}`);
  return {
    page,
    head: pageHead({ context, params, pattern }, [title], t(sentences[page][0])),
  } as const;
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LegalPage({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.plain}`}>
      <h1>{t(`nav.${page}`)}</h1>
      <div className={`${panel.panel} ${styles.text}`}>
        {sentences[page].map((sentence) => (
          <p key={sentence}>{t(sentence)}</p>
        ))}
      </div>
    </div>
  );
}
