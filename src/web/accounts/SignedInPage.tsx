/**
 * The last page of a window that was opened to sign in (2.37). The opener closes it; without a script the reader does.
 */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Route } from './+types/SignedInPage.ts';
import styles from './carried.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const title = speaker(locale).t(me ? 'sign_in.done' : 'sign_in.not_done');
  return { head: pageHead({ context, params, pattern }, [title]) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SignedInPage() {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.done}`}>
      <h1>{t(useMe() ? 'sign_in.done' : 'sign_in.not_done')}</h1>
    </div>
  );
}
