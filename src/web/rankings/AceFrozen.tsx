/** A frozen ranking: how anybody checks that it is still the one of its fingerprint, and what a correction changed. */
import type { ReplyOf } from '#domain/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { ListedRanking, readFrozenRanking } from '#domain/rankings/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { frozenChangesPath, frozenRankingPath } from '#web/lib/paper-paths.ts';
import { lineName, valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CheckFile, Fingerprint } from '#web/ui/CheckFile.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './aces.module.css';
import { type CauseSaid, changedBy } from './frozen-words.ts';

export interface AceFrozenProps {
  loft: Loft;
  ranking: ListedRanking;
  frozen: ReplyOf<typeof readFrozenRanking>;
  /** Why its version differs from the one before it. */
  causes: readonly CauseSaid[];
}

export function AceFrozen({ loft, ranking, frozen, causes }: AceFrozenProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { version, at, sha256, changes, earlier } = frozen;
  const number = (value: number) => formatNumber(locale, value);
  const said = (line: (typeof changes.lines)[number]['before']) =>
    line ? `${number(line.place)} · ${valueText(locale, ranking.rule.measure, line.value)}` : t('ruling.out');
  return (
    <section className={panel.panel} aria-labelledby="frozen">
      <div className={panel.head}>
        <h2 id="frozen">{t('aces.final', { version: number(version) })}</h2>
        <small>
          <Moment at_ms={Date.parse(at)} time_zone={loft.time_zone} short />
        </small>
      </div>
      <div className={styles.rule}>
        <p>
          {t('aces.fingerprint')}: <Fingerprint of={sha256} />
        </p>
        <details className={styles.more}>
          <summary>{t('before_release.check')}</summary>
          <p>
            <a href={frozenRankingPath(loft.id, ranking.id)} download className={panel.button}>
              <Icon name="download" />
              {t('aces.download')}
            </a>
          </p>
          <CheckFile fingerprint={sha256} same={t('aces.same')} other={t('aces.other')} />
        </details>
        {changes.lines.length > 0 && (
          <details className={styles.more}>
            <summary>
              {t('aces.changed', { version: number(version) })} <bdi className="num">{number(changes.count)}</bdi>
            </summary>
            <ul className={styles.changes}>
              {causes.map((cause) => (
                <li key={cause.key}>
                  <Cause cause={cause} />
                </li>
              ))}
            </ul>
            <ol className={styles.changes}>
              {changes.lines.map(({ key, before, after, flight_ids, ...line }) => (
                <li key={key}>
                  <bdi>{lineName(t, locale, ranking, line)}</bdi>{' '}
                  <span className="num">
                    {said(before)} <span className={panel.arrow}>→</span> <b>{said(after)}</b>
                  </span>{' '}
                  <small className={styles.note}>{changedBy(t, locale, frozen, flight_ids)}</small>
                </li>
              ))}
            </ol>
            <p>
              <DownloadLinks path={frozenChangesPath(loft.id, ranking.id)} query={`version=${version}`} />
            </p>
          </details>
        )}
        {earlier.length > 0 && (
          <ul className={styles.changes}>
            {earlier.map((one) => (
              <li key={one.version}>
                <a href={frozenRankingPath(loft.id, ranking.id, one.version)} download>
                  {t('ruling.version', { n: number(one.version) })}
                </a>{' '}
                <Moment at_ms={Date.parse(one.at)} time_zone={loft.time_zone} short /> <Fingerprint of={one.sha256} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** A ruling with its flight and its reason, or a flight that counts now or no longer does. */
function Cause({ cause: { flight, ruling, counts } }: { cause: CauseSaid }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={flight.to}>
        <bdi>{flight.name}</bdi>
      </Link>
      {ruling ? (
        <>
          {' · '}
          <Link to={ruling.to}>{ruling.title}</Link> <bdi>{ruling.reason}</bdi>
        </>
      ) : (
        ` · ${t(counts ? 'aces.flight_added' : 'aces.flight_gone')}`
      )}
    </>
  );
}
