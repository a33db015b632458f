/**
 * The password form of a site that is not public yet (2.18); no other page can be reached, so there is only the
 * navigation bar. On a public site it is disabled.
 */
import { useSearchParams } from 'react-router';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/AccessPage.ts';
import styles from './access.module.css';
import { emptyFrame } from './frame.ts';

export const handle = { frame: emptyFrame };

const path = '/misc/access-protection';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, site } = context.get(pageContext);
  const { t } = speaker(locale);
  const { has_gate } = site;
  return { has_gate, head: pageHead({ context, params, pattern }, [t('gate.title')], t('gate.lead')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AccessPage({ loaderData: { has_gate } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const wait_s = Number(search.get('wait'));
  const wrong =
    wait_s > 0
      ? t('refusals.too_often', { seconds: wait_s })
      : search.has('wrong')
        ? t('refusals.credentials_wrong')
        : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('gate.title')}</h1>
      <p>{t(has_gate ? 'gate.lead' : 'gate.open')}</p>
      {/* A plain form: the pages behind it are not available to the router yet. */}
      <form method="post" action={path} className={`${panel.panel} ${styles.form}`}>
        <input type="hidden" name="to" value={search.get('to') ?? '/'} />
        <label htmlFor="password">{t('identity.password')}</label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          disabled={!has_gate}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'wrong' : undefined}
        />
        {wrong && (
          <p id="wrong" role="alert" className={styles.wrong}>
            <Icon name="alert" />
            {wrong}
          </p>
        )}
        <button type="submit" className={panel.button_primary} disabled={!has_gate}>
          {t('gate.enter')}
        </button>
      </form>
      <p>
        <a href="/about">{t('about.title')}</a>
      </p>
    </div>
  );
}
