/** The section of the settings with the latest entries of the security log. */
import type { SecurityEntries } from '#domain/identity/security.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { SecurityList } from '#web/ui/SecurityList.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Number of entries in the settings; the others are on a page of their own. */
export const lastEntries = 5;

export function SecurityLog({ entries, older }: SecurityEntries) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('security.title')}>
      <SecurityList entries={entries} />
      {older !== null && (
        <p>
          <Link className={panel.button} to={`/id/security-log?before=${older}`}>
            {t('security.older')}
          </Link>
        </p>
      )}
    </SettingsSection>
  );
}
