/** One version of a contract: its state and the actions it still allows. */
import { Form } from 'react-router';
import type { ManagedVersion } from '#domain/contracts/contract.ts';
import { localeFacts } from '#domain/locales.ts';
import { formatDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './contracts.module.css';
import { contractPdfPath, contractsPath } from './paths.ts';

export function VersionLine({ loft_id, version }: { loft_id: number; version: ManagedVersion }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, title, state, language, accepted_count: count } = version;
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span>
          {localeFacts[language].name}
          {version.version !== null && ` · ${t('contracts.version', { version: version.version })}`}
          {` · ${formatDay(locale, Date.parse(version.valid_from), 'UTC')}`}
        </span>
        {state !== 'draft' && <span>{t('contracts.accepted', { shown: formatNumber(locale, count) })}</span>}
      </div>
      <span className={`${styles.state} ${state === 'in_force' ? styles.in_force : ''}`}>
        {t(`contracts.${state}`)}
      </span>
      <div className={styles.actions}>
        {state === 'draft' ? (
          <>
            <Link to={`${contractsPath(loft_id)}?edit=${id}#write`} className={panel.button}>
              {t('contracts.change')}
            </Link>
            <details>
              <summary className={panel.button}>{t('contracts.publish')}</summary>
              <Form method="post" className={forms.form}>
                <input type="hidden" name="contract_id" value={id} />
                <p>{t('contracts.publish_sure')}</p>
                <button type="submit" name="intent" value="publish" className={panel.button_primary}>
                  {t('contracts.publish')}
                </button>
              </Form>
            </details>
            <details>
              <summary className={panel.button}>{t('media.remove')}</summary>
              <Form method="post" className={forms.form}>
                <input type="hidden" name="contract_id" value={id} />
                <p>{t('contracts.remove_sure')}</p>
                <button type="submit" name="intent" value="remove" className={`${panel.button} ${forms.danger}`}>
                  {t('media.remove')}
                </button>
              </Form>
            </details>
          </>
        ) : (
          version.file && (
            <a href={contractPdfPath(loft_id, id)} className={panel.button} download>
              <Icon name="download" />
              {t('contracts.pdf')}
            </a>
          )
        )}
      </div>
    </li>
  );
}
