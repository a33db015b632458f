/** The seal of a basketing list: its fingerprint, and how anybody checks that the list is still the sealed one. */
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CheckFile, Fingerprint } from '#web/ui/CheckFile.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './before-release.module.css';

export interface SealProps {
  flight: Flight;
  loft: Loft;
  seal: { sealed_at: string; fingerprint: string; is_open: boolean } | null;
  /** Whether its list was sealed as it was imported, long after the release. */
  isImported?: boolean;
}

export function Seal({ flight, loft, seal, isImported = false }: SealProps) {
  const { t } = useTranslation();
  if (!seal) return null;
  const file = `${flightPath(flight)}/sealed-list.txt`;
  return (
    <section className={panel.panel} aria-labelledby="seal" id="check">
      <div className={panel.head}>
        <h2 id="seal">{t('before_release.seal')}</h2>
        <small>
          {isImported && `${t('result.imported_on')} `}
          <Moment at_ms={Date.parse(seal.sealed_at)} time_zone={loft.time_zone} short />
        </small>
      </div>
      <div className={styles.seal}>
        <p>
          {t('flights.fingerprint')}: <Fingerprint of={seal.fingerprint} />
        </p>
        <details>
          <summary>{t('before_release.check')}</summary>
          <p>{t(isImported ? 'before_release.check_imported' : 'before_release.check_text')}</p>
          {seal.is_open ? (
            <>
              <p>
                <a href={file} download className={panel.button}>
                  <Icon name="download" />
                  {t('before_release.download')}
                </a>
              </p>
              <CheckFile
                fingerprint={seal.fingerprint}
                same={t('before_release.same')}
                other={t('before_release.other')}
              />
              <p>
                {t('before_release.command')} <code dir="ltr">sha256sum sealed-list.txt</code>
              </p>
            </>
          ) : (
            <p>{t('before_release.not_public')}</p>
          )}
        </details>
      </div>
    </section>
  );
}
