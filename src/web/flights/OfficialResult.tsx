/** The official result: its fingerprint, and how anybody checks that it is still the one that was signed. */
import type { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { officialResultPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './before-release.module.css';
import { CheckFile, Fingerprint } from './Seal.tsx';

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
        <details>
          <summary>{t('before_release.check')}</summary>
          <p>{t('official.lead')}</p>
          <p>
            <a href={officialResultPath(flight)} download className={panel.button}>
              <Icon name="download" />
              {t('official.download')}
            </a>
          </p>
          <CheckFile fingerprint={official.fingerprint} is="official" />
          <p>
            {t('before_release.command')} <code dir="ltr">sha256sum official-result.txt</code>
          </p>
        </details>
      </div>
    </section>
  );
}
