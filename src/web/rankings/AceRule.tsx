/** How a ranking is counted: in sentences, with the leader as the worked example. */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { RankedFlightView, RankingPage } from '#domain/rankings/contract.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { prizeExample, prizeSentences } from '#web/lib/ranking-prize-words.ts';
import { lineName, measureName, publicationSentence, ruleSentences, valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Value } from './AceList.tsx';
import styles from './aces.module.css';

export function AceRule({ page, time_zone }: { page: RankingPage; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { ranking, leader, flights } = page;
  const { prizes } = ranking;
  const [first, ...others] = ruleSentences(t, locale, ranking.rule, flights);
  const counted = leader?.cells.filter(({ counts, value }) => counts && value !== null) ?? [];
  return (
    <section className={panel.panel} aria-labelledby="counted">
      <div className={panel.head}>
        <h2 id="counted">{t('aces.counted')}</h2>
      </div>
      <div className={styles.rule}>
        <p>
          <b>{first}</b>
        </p>
        <ul>
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {ranking.published_at !== null && (
            <>
              <li suppressHydrationWarning>
                {t('aces.fixed', { day: formatNamedDay(locale, Date.parse(ranking.published_at), time_zone) })}
              </li>
              {publicationSentence(t, locale, atPublication(flights, ranking.published_at), time_zone).map(
                (sentence) => (
                  <li key={sentence} suppressHydrationWarning>
                    {sentence}
                  </li>
                ),
              )}
            </>
          )}
        </ul>
        {ranking.rule.subject.of !== 'pigeon' && ranking.rule.subject.named && !page.frozen && (
          <p>
            <Link to="/registrations/flock/named">{t('flock.named')}</Link>
          </p>
        )}
        {leader && counted.length > 0 && (
          <>
            <p className={styles.note}>
              {t('aces.example')}{' '}
              {leader.bird ? <Ring ring={leader.bird.ring} /> : <bdi>{lineName(t, locale, ranking, leader)}</bdi>}
            </p>
            <dl className={styles.sum}>
              {counted.map((cell) => {
                const flight = flights.find(({ id }) => id === cell.flight_id)!;
                return (
                  <div key={cell.flight_id}>
                    <dt>
                      <bdi>{flight.name}</bdi>
                      {flight.weight_percent !== 100 && ` × ${flight.weight_percent} %`}
                      {flight.status !== 'official' && ` · ${t(`status.${flight.status}`)}`}
                    </dt>
                    <dd>
                      <bdi className={`num ${flight.status === 'official' ? '' : styles.estimated}`}>
                        {valueText(locale, ranking.rule.measure, cell.value!)}
                      </bdi>
                    </dd>
                  </div>
                );
              })}
              <div className={page.frozen ? styles.total : styles.total_open}>
                <dt>{measureName(t, ranking.rule.measure)}</dt>
                <dd>
                  <Value line={leader} page={page} />
                </dd>
              </div>
            </dl>
          </>
        )}
        {prizes && page.prize_example && (
          <AcePrizes ranking={{ ...ranking, prizes }} currency={page.currency} example={page.prize_example} />
        )}
      </div>
    </section>
  );
}

/** How many of the flights were released before the rule was published, and when the first of them was. */
function atPublication(flights: readonly RankedFlightView[], published_at: string) {
  const before = flights.flatMap(({ status, release_time }) =>
    !isBeforeRelease(status) && release_time !== null && release_time <= published_at ? release_time : [],
  );
  return { flights: flights.length, released: before.length, first: before.toSorted()[0] ?? null };
}

/** The prizes of a ranking and how they are divided, with two equal firsts as the worked example. */
function AcePrizes({
  ranking,
  currency,
  example,
}: {
  ranking: Parameters<typeof prizeSentences>[2];
  currency: string;
  example: readonly number[];
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { sum, each } = prizeExample(locale, ranking, currency, example);
  return (
    <>
      <ul>
        {prizeSentences(t, locale, ranking, currency).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={styles.note}>{t('aces.prize_example')}</p>
      <dl className={styles.sum}>
        <div>
          <dt>
            <bdi dir="ltr" className="num">
              {sum}
            </bdi>
          </dt>
          <dd>
            <bdi dir="ltr" className="num">
              {each.join(' · ')}
            </bdi>
          </dd>
        </div>
      </dl>
    </>
  );
}
