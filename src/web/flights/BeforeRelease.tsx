/** A flight before its release: when its birds are expected, the reader's own in their crates, how it goes on. */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import type { Mine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { PigeonRows } from './BasketingList.tsx';
import styles from './before-release.module.css';
import { DayOfFlight } from './DayOfFlight.tsx';
import type { PageData } from './flight-data.ts';
import { HowItGoesOn } from './HowItGoesOn.tsx';
import { MyBasketed } from './MyBasketed.tsx';
import { Seal } from './Seal.tsx';

/** Birds of the list that are shown here. */
const shownBirds = 5;

export function BeforeRelease({ data, mine }: { data: PageData; mine: Mine }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, basketing, course, sun, read_at } = data;
  return (
    <div className={styles.before}>
      <div className={styles.column}>
        <DayOfFlight flight={flight} loft={loft} sun={sun} />
        <section className={panel.panel} aria-labelledby="list">
          <div className={panel.head}>
            <h2 id="list">{t('flight.basketing')}</h2>
            <small className="num">{formatNumber(locale, flight.basketed_count)}</small>
          </div>
          {basketing && basketing.pigeons.length > 0 ? (
            <>
              <PigeonRows flight={flight} pigeons={basketing.pigeons.slice(0, shownBirds)} />
              <p className={styles.more}>
                <Link to={`${flightPath(flight)}?tab=basketing`} className={panel.button}>
                  {t('before_release.whole_list')}
                </Link>
              </p>
            </>
          ) : (
            <Empty title={t('basketing.empty')} text={t('basketing.empty_text')} />
          )}
        </section>
      </div>
      <div className={styles.column}>
        {isBeforeRelease(flight.status) && <MyBasketed flight={flight} loft={loft} mine={mine} />}
        {course && <HowItGoesOn flight={flight} loft={loft} course={course} read_at={read_at} />}
        {course && <Seal flight={flight} loft={loft} seal={course.seal} />}
      </div>
    </div>
  );
}
