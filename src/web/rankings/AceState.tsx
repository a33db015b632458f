/** How final a ranking is: provisional, with who can still pass the leader, or frozen with its fingerprint. */
import type { RankedFlightView, RankingPage } from '#domain/rankings/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './aces.module.css';

/** So many digits of a fingerprint name it. */
const fingerprint = 8;

export interface AceStateProps {
  page: Pick<RankingPage, 'frozen' | 'can_pass' | 'unranked'> & { flights: readonly RankedFlightView[] };
  /** Where those stand that are not ranked; null: nowhere. */
  unrankedPath?: string | null;
}

export function AceState({ page: { flights, frozen, can_pass, unranked }, unrankedPath = null }: AceStateProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const official = flights.filter(({ status }) => status === 'official').length;
  const number = (value: number) => formatNumber(locale, value);
  return (
    <p className={styles.state}>
      {frozen ? (
        <>
          <span className={styles.final}>
            <Icon name="check" size={16} />
            {t('aces.final', { version: number(frozen.version) })}
          </span>{' '}
          <span>
            {t('aces.fingerprint')} <bdi className="num">{frozen.sha256.slice(0, fingerprint)}</bdi>
          </span>
        </>
      ) : (
        <>
          <span className={styles.open}>{t('status.provisional')}</span>{' '}
          <span>{t('aces.official', { n: number(official), all: number(flights.length) })}</span>{' '}
          {can_pass !== null && official > 0 && <b>{t('aces.can_pass', { n: number(can_pass) })}</b>}
        </>
      )}{' '}
      {unranked > 0 &&
        (unrankedPath === null ? (
          <span>{t('aces.unranked', { n: number(unranked) })}</span>
        ) : (
          <Link to={unrankedPath}>{t('aces.unranked', { n: number(unranked) })}</Link>
        ))}
    </p>
  );
}
