/** How a championship is counted: in sentences, with the first line as the worked example. */
import type { ChampionshipPage } from '#domain/championships/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './championships.module.css';
import { lineName } from './line-name.ts';

interface ChampionshipRuleProps {
  page: ChampionshipPage;
  /** The rule in words. */
  sentences: readonly string[];
}

export function ChampionshipRule({ page: { championship, leader, flights }, sentences }: ChampionshipRuleProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { measure } = championship.rule;
  const [first, ...others] = sentences;
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
            <li key={sentence} suppressHydrationWarning>
              {sentence}
            </li>
          ))}
        </ul>
        {leader && (
          <>
            <p className={styles.note} suppressHydrationWarning>
              {t('aces.example')} <bdi>{lineName(locale, leader)}</bdi>
            </p>
            <dl className={styles.sum}>
              {leader.results.map(({ flight_id, value }) => (
                <div key={flight_id}>
                  <dt>
                    <bdi>{flights.find(({ id }) => id === flight_id)?.name}</bdi>
                  </dt>
                  <dd>
                    <bdi className="num">{valueText(locale, measure, value)}</bdi>
                  </dd>
                </div>
              ))}
              <div>
                <dt>{t('aces.points')}</dt>
                <dd>
                  <bdi className="num">{valueText(locale, measure, leader.value)}</bdi>
                </dd>
              </div>
            </dl>
          </>
        )}
      </div>
    </section>
  );
}
