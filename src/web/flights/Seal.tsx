/** The seal of a basketing list: its fingerprint, and how anybody checks that the list is still the sealed one. */
import { useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
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
          <p>{t('before_release.check_text')}</p>
          {seal.is_open ? (
            <>
              <p>
                <a href={file} download className={panel.button}>
                  <Icon name="download" />
                  {t('before_release.download')}
                </a>
              </p>
              <CheckFile fingerprint={seal.fingerprint} is="sealed" />
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

/** A fingerprint with the ends by which it is compared by eye. */
export function Fingerprint({ of }: { of: string }) {
  return (
    <bdi dir="ltr" className={styles.fingerprint}>
      <b>{of.slice(0, 4)}</b>
      {of.slice(4, -4)}
      <b>{of.slice(-4)}</b>
    </bdi>
  );
}

/** The fingerprint of a file is computed on the reader's device and compared. */
export function CheckFile({ fingerprint, is }: { fingerprint: string; is: 'sealed' | 'official' }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [found, setFound] = useState<string | null>(null);
  if (!hydrated) return null;
  return (
    <>
      <label className={styles.file}>
        {t('before_release.choose')}
        <input
          type="file"
          accept=".txt,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            setFound(null);
            if (file) void fingerprintOf(file).then(setFound);
          }}
        />
      </label>
      <p role="status" className={found === null ? undefined : found === fingerprint ? styles.same : styles.other}>
        {found !== null &&
          (found === fingerprint ? (
            <>
              <Icon name="check" /> {t(is === 'sealed' ? 'before_release.same' : 'official.same')}
            </>
          ) : (
            <>
              <Icon name="alert" /> {t(is === 'sealed' ? 'before_release.other' : 'official.other')}{' '}
              <Fingerprint of={found} />
            </>
          ))}
      </p>
    </>
  );
}

async function fingerprintOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
