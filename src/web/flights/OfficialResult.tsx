/** The official result: its fingerprint, and how anybody checks that it is still the one that was signed. */
import type { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightCertificatesPath } from '#web/lib/paper-paths.ts';
import { officialResultPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CertificateForm } from '#web/ui/CertificateForm.tsx';
import { CheckFile, Fingerprint } from '#web/ui/CheckFile.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './before-release.module.css';
import { officialFileName } from './file-name.ts';

interface OfficialResultProps {
  flight: Flight;
  loft: Loft;
  official: ReplyOf<typeof readOfficialResult> | null;
}

export function OfficialResult({ flight, loft, official }: OfficialResultProps) {
  const { t } = useTranslation();
  if (!official) return null;
  return (
    <section className={panel.panel} aria-labelledby="official">
      <div className={panel.head}>
        <h2 id="official">{t('official.title')}</h2>
        <small>
          <Moment at_ms={Date.parse(official.made_at)} time_zone={loft.time_zone} short />
        </small>
      </div>
      <div className={styles.seal}>
        <p>
          {t('official.fingerprint')}: <Fingerprint of={official.fingerprint} />
        </p>
        <CertificateForm path={flightCertificatesPath(flight)} />
        <details>
          <summary>{t('before_release.check')}</summary>
          <p>{t('official.lead')}</p>
          <p>
            <a href={officialResultPath(flight)} download className={panel.button}>
              <Icon name="download" />
              {t('official.download')}
            </a>
          </p>
          <CheckFile fingerprint={official.fingerprint} same={t('official.same')} other={t('official.other')} />
          <p>
            {t('before_release.command')} <code dir="ltr">sha256sum {officialFileName(flight, official.version)}</code>
          </p>
        </details>
        {official.version > 1 && <Versions flight={flight} loft={loft} official={official} />}
      </div>
    </section>
  );
}

type VersionsProps = OfficialResultProps & { official: NonNullable<OfficialResultProps['official']> };

/** A corrected result: what its latest version changed, and the versions before it. */
function Versions({ flight, loft, official }: VersionsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { version, changes, earlier } = official;
  const place = (line: (typeof changes.lines)[number]['before']) =>
    line && `${formatNumber(locale, line.rank)} · ${clockTime(Date.parse(line.time), loft.time_zone).time}`;
  return (
    <>
      <p>{t('ruling.corrected', { n: version })}</p>
      {changes.lines.length > 0 && (
        <details>
          <summary>
            {t('ruling.effect')} <bdi className={`num ${styles.count}`}>{formatNumber(locale, changes.birds)}</bdi>
          </summary>
          <ol className={styles.changes}>
            {changes.lines.map(({ ring, before, after }) => (
              <li key={ring}>
                <Ring ring={ring} />{' '}
                <span className="num">
                  {place(before) ?? t('ruling.out')} <span className={panel.arrow}>→</span>{' '}
                  <b>{place(after) ?? t('ruling.out')}</b>
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <ul className={styles.changes}>
        {earlier.map((one) => (
          <li key={one.version}>
            <a href={officialResultPath(flight, one.version)} download>
              {t('ruling.version', { n: one.version })}
            </a>{' '}
            <Moment at_ms={Date.parse(one.made_at)} time_zone={loft.time_zone} short />{' '}
            <Fingerprint of={one.fingerprint} />
          </li>
        ))}
      </ul>
    </>
  );
}
