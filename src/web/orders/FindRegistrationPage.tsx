/**
 * Registering at a loft without a given season (2.12): redirects to the open registration, or shows when there is one.
 */
import { redirect } from 'react-router';
import { findRegistration } from '#domain/orders/registration-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { registerPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Route } from './+types/FindRegistrationPage.ts';
import { NotOpen } from './NotOpen.tsx';
import styles from './register.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(findRegistration, { params: { loft_id } }));
  if (view.open) throw redirect(registerPath({ loft_id, season_id: view.open.id }), 303);
  return { ...view, head: pageHead({ context, params, pattern }, [t('register.go'), view.loft.name]) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FindRegistrationPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, next } = loaderData;
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{t('register.go')}</h1>
      </div>
      <NotOpen loft_id={loft.id} season={next?.season ?? null} starts_at={next?.starts_at} />
    </div>
  );
}
