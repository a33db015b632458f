/**
 * The last page of a window that was opened to sign in (2.37). The opener closes it; without a script the reader does.
 */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { useMe } from '#web/lib/root-data.ts';
import { doneAt } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Route } from './+types/SignedInPage.ts';
import styles from './carried.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { locale, public_url, me } = context.get(pageContext);
  const title = speaker(locale).t(me ? 'sign_in.done' : 'sign_in.not_done');
  return { head: { title: titled(title), description: title, url: public_url + doneAt } };
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
