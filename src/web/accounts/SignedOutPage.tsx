/** After logging out where the provider could not end its own session: what the reader has to do there. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import type { Route } from './+types/SignedOutPage.ts';
import styles from './carried.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('sign_in.left')], t('sign_in.left_text')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SignedOutPage() {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.done}`}>
      <h1>{t('sign_in.left')}</h1>
      <p>{t('sign_in.left_text')}</p>
      <p>
        <Link to="/">{t('error.home')}</Link>
      </p>
    </div>
  );
}
