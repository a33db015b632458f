/**
 * A flight before its release: the reader's own birds in their crates, when the field is expected, how it goes on, and
 * the basketing list.
 */
import type { FoundBasketed } from '#domain/basketing/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { calendarPath, flightPath } from '#web/lib/paths.ts';
import type { Mine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { BasketingList } from './BasketingList.tsx';
import styles from './before-release.module.css';
import { DayOfFlight } from './DayOfFlight.tsx';
import { FlightLog } from './FlightLog.tsx';
import type { PageData } from './flight-data.ts';
import { HowItGoesOn } from './HowItGoesOn.tsx';
import { MyBasketed } from './MyBasketed.tsx';
import { Seal } from './Seal.tsx';
import { WindOnTheWay } from './WindOnTheWay.tsx';

/** Birds of the list that a phone shows before its own part of the page. */
const shownOnPhones = 5;

export interface BeforeReleaseProps {
  data: PageData;
  mine: Mine;
  /** The reader's birds, basketed or not; null until known. */
  basketed: FoundBasketed | null;
}

export function BeforeRelease({ data, mine, basketed }: BeforeReleaseProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, basketing, course, sun, read_at } = data;
  return (
    <div className={styles.before}>
      <div className={styles.mine_place}>
        <MyBasketed flight={flight} loft={loft} mine={mine} found={basketed} />
      </div>
      <div className={`${styles.column} ${styles.left}`}>
        <DayOfFlight
          flight={flight}
          loft={loft}
          sun={sun}
          read_at={read_at}
          expected={data.expected}
          calendar={
            flight.replay_of === null ? calendarPath({ loft_id: loft.id, flight_id: flight.id }, locale) : undefined
          }
        />
        {data.wind && <WindOnTheWay wind={data.wind} loft={loft} />}
        {basketing && (
          <div className={styles.list}>
            <BasketingList flight={flight} time_zone={loft.time_zone} list={basketing} finding />
            {basketing.pigeons.length > shownOnPhones && (
              <p className={styles.whole}>
                <Link to={`${flightPath(flight)}?tab=basketing`} className={panel.button}>
                  {t('before_release.whole_list')}
                </Link>
              </p>
            )}
          </div>
        )}
      </div>
      <div className={`${styles.column} ${styles.right}`}>
        {course && <HowItGoesOn flight={flight} loft={loft} course={course} read_at={read_at} />}
        {course && <FlightLog log={course.log} loft_id={loft.id} time_zone={loft.time_zone} />}
        {course && <Seal flight={flight} loft={loft} seal={course.seal} />}
        <p className={styles.rules}>
          <Link to={`${flightPath(flight)}?tab=info`}>{t('before_release.rules')}</Link>
        </p>
      </div>
    </div>
  );
}
