/** Searches an order of a season, and downloads all of them. A plain form. */
import { Form } from 'react-router';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './season-work.module.css';

export function FindOrder({ season_id }: { season_id: number }) {
  const { t } = useTranslation();
  const at = `${seasonAdminPath(season_id)}/orders`;
  return (
    <>
      <Form action={at} role="search" className={styles.find}>
        <Icon name="search" size={20} />
        <input
          type="search"
          name="q"
          aria-label={t('order_admin.search')}
          placeholder={t('order_admin.search')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </Form>
      <div className={styles.download}>
        <DownloadLinks path={at} />
      </div>
    </>
  );
}
