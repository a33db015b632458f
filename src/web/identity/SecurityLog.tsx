/** The part of the settings that says what happened to the account. */
import type { SecurityEntries } from '#domain/identity/security.ts';
import { SecurityList } from '#web/accounts/SecurityList.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Part } from './Part.tsx';

/** So many stand in the settings; the others have a page of their own. */
export const lastEntries = 5;

export function SecurityLog({ entries, older }: SecurityEntries) {
  const { t } = useTranslation();
  return (
    <Part title={t('security.title')}>
      <SecurityList entries={entries} />
      {older !== null && (
        <p>
          <Link className={panel.button} to={`/id/security-log?before=${older}`}>
            {t('security.older')}
          </Link>
        </p>
      )}
    </Part>
  );
}
