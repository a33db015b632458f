/** The slides of a presentation. Each is read from the other end of a room: few words, and no more than seven rows. */
import type { ReactNode } from 'react';
import { secondDecimals } from '#domain/arrivals/clock.ts';
import { expectedWindow } from '#domain/arrivals/expected-bird.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { isBeforeRelease, isUnflown } from '#domain/flights/flight.ts';
import { windSpeed } from '#domain/flights/forecast.ts';
import { podiumPlaces, presentedRows, type Slide, slideParts } from '#domain/flights/presentation.ts';
import { clockTime, formatDistance, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ExpectedWindow } from '#web/ui/ExpectedWindow.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Distance, Speed } from '#web/ui/Measure.tsx';
import { Countdown } from '#web/ui/RaceClock.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Day } from '#web/ui/Times.tsx';
import type { BoardLine } from './board-line.ts';
import { liveLine } from './board-line.ts';
import { dayOf } from './expected-sentences.tsx';
import type { LiveView } from './live-board.ts';
import type { MyPigeons } from './my-pigeons.ts';
import { PresentAces } from './PresentAces.tsx';
import { PresentLine } from './PresentLine.tsx';
import { PresentMap } from './PresentMap.tsx';
import { Top, Until } from './PresentTop.tsx';
import styles from './present.module.css';
import type { PresentData } from './present-loader.server.ts';
import { useAbilities } from './use-abilities.ts';
import { namedIn, type PresentedRace } from './use-presented.ts';
import { directionWords, temperatureWords } from './weather-words.ts';

interface SlideProps {
  data: PresentData;
  race: PresentedRace;
}

interface PresentSlideProps extends SlideProps {
  slide: Slide;
  mine: MyPigeons;
  view: LiveView;
}

export function PresentSlide({ slide, mine, view, ...props }: PresentSlideProps) {
  const { kind, ranking_id } = slideParts(slide);
  switch (kind) {
    case 'cover':
      return <Cover {...props} />;
    case 'info':
      return <Info {...props} />;
    case 'podium':
      return <Podium {...props} />;
    case 'places':
      return <Places {...props} />;
    case 'progress':
      return <Progress {...props} />;
    case 'aces':
      return <PresentAces key={ranking_id} data={props.data} ranking_id={ranking_id} />;
    case 'mine':
      return <Mine {...props} mine={mine} view={view} />;
    case 'next':
      return <Next {...props} />;
  }
}

function Cover({ data, race }: SlideProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, read_at, board } = data;
  const facts: ReactNode[] = [
    flight.release_point && <bdi key="from">{flight.release_point}</bdi>,
    flight.basketed_count > 0 && (
      <span key="birds">
        {isUnflown(flight) ? (
          t('present.pigeons', { count: flight.basketed_count })
        ) : (
          <HomeOf home={race.home} count={flight.basketed_count} />
        )}
      </span>
    ),
    board.countries > 1 && <span key="countries">{t('present.countries', { count: board.countries })}</span>,
  ].filter(Boolean);
  const isBefore = isBeforeRelease(flight.status);
  return (
    <>
      <Top data={data} clock={!isBefore} named={false} />
      <div className={styles.cover}>
        <p className={styles.day}>
          {flight.release_time ? (
            <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} weekday />
          ) : (
            t('flights.no_time')
          )}
        </p>
        <h1 data-long={flight.name.length > 22 || undefined}>
          <bdi>{flight.name}</bdi>
        </h1>
        <p className={styles.facts_line}>
          {flight.distance !== null && (
            <b>
              <bdi dir="ltr" className="num">
                {formatDistance(locale, flight.distance)}
              </bdi>{' '}
              {t(`unit.${loft.unit}`)}
            </b>
          )}
          {facts}
        </p>
        {isBefore && (
          <div className={styles.until}>
            <Until data={{ flight, read_at }} />
          </div>
        )}
      </div>
      <PresentLine {...data} home={race.home} named />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="num">
    {children}
  </bdi>
);

/** A time by the clocks of the loft: a screen hangs where many watch, and says no reader's own time. */
const Clock = ({ at_ms, time_zone }: { at_ms: number; time_zone: string }) => (
  <span>
    <Figure>{clockTime(at_ms, time_zone).time}</Figure>
  </span>
);

function Info({ data, race }: SlideProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, weather, expected, map, read_at } = data;
  const { half, first } = expected?.times ?? {};
  const release_ms = flight.release_time && Date.parse(flight.release_time);
  const day_ms = dayOf(flight, Date.parse(read_at));
  return (
    <>
      <Top data={data} />
      <div className={styles.info} data-map={map !== null || undefined}>
        <div>
          <h2>{t('facts.title')}</h2>
          <dl className={styles.facts}>
            {release_ms && (
              <Fact name={t(isUnflown(flight) ? 'before_release.planned_for' : 'facts.release')}>
                <Figure>{clockTime(release_ms, loft.time_zone).time.slice(0, 5)}</Figure>
              </Fact>
            )}
            {flight.distance !== null && (
              <Fact name={t('race.distance')}>
                <Distance distance={flight.distance} unit={loft.unit} />
              </Fact>
            )}
            {weather && (
              <>
                <Fact name={`${t('flight_map.wind')}: ${directionWords(t, weather.wind)}`}>
                  <Figure>{formatNumber(locale, windSpeed(weather.wind), 2, 2)}</Figure> {t('unit.m_s')}
                </Fact>
                <Fact name={t('devices.temperature')}>
                  <Figure>{temperatureWords(locale, loft.unit, weather.wind.temp)}</Figure>
                </Fact>
              </>
            )}
            <Fact name={t('race.basketed')}>
              <Figure>{formatNumber(locale, flight.basketed_count)}</Figure>
            </Fact>
            {half || first ? (
              <Fact name={t(half ? 'before_release.half' : 'before_release.first')}>
                <ExpectedWindow window={(half ?? first)!} time_zone={loft.time_zone} day_ms={day_ms} />
              </Fact>
            ) : (
              !isUnflown(flight) && (
                <Fact name={t('race.home')}>
                  <Figure>{formatNumber(locale, race.home)}</Figure>
                </Fact>
              )
            )}
          </dl>
          {weather?.is_invented && <p className={styles.note}>{t('flight_map.invented')}</p>}
        </div>
        {map && <PresentMap {...data} map={map} />}
      </div>
    </>
  );
}

/** Whose the bird is. */
const whose = ({ bird }: Pick<BoardLine, 'bird'>): string | null => bird.team || bird.fancier || null;

/** What its own people call a bird. */
const callOf = (line: Pick<BoardLine, 'bird'>): string | null => line.bird.pigeon_name || whose(line);

function Podium({ data, race: { first } }: SlideProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft } = data;
  return (
    <>
      <Top data={data} />
      <h2 className={styles.middle}>{t('result.podium')}</h2>
      <ol className={styles.podium}>
        {first.slice(0, podiumPlaces).map((line, index) => (
          <li key={line.bird.pigeon_id} className={styles.place} data-place={index + 1}>
            <Flag country={line.bird.country} />
            <Ring ring={line.bird.ring} />
            {whose(line) && (
              <span className={styles.whose}>
                <bdi>{whose(line)}</bdi>
              </span>
            )}
            {line.bird.pigeon_name && (
              <span className={styles.name}>
                <bdi>{line.bird.pigeon_name}</bdi>
              </span>
            )}
            <div className={styles.step}>
              <strong className="num">{formatNumber(locale, line.rank ?? index + 1)}</strong>
              {line.speed !== null && <Speed speed={line.speed} rule={flight.rules.speed} />}
              {line.time_ms !== null && (
                <div className={line.speed === null ? undefined : styles.came}>
                  <Clock at_ms={line.time_ms} time_zone={loft.time_zone} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The places after those of the podium. */
function Places({ data, race: { first } }: SlideProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const lines = first.slice(podiumPlaces);
  const place = (index: number) => formatNumber(locale, podiumPlaces + index);
  return (
    <>
      <Top data={data} />
      <h2 className={styles.after}>{t('present.places', { from: place(1), to: place(lines.length) })}</h2>
      <Rows data={data} lines={lines} />
    </>
  );
}

/** `37 of 812 home`, with the first figure as the largest. */
function HomeOf({ home, count }: { home: number; count: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [before, after] = t('mine.home', { home: '|', count }).split('|');
  return (
    <>
      {before}
      <Figure>{formatNumber(locale, home)}</Figure>
      {after}
    </>
  );
}

function Fastest({ data: { flight }, race: { first } }: SlideProps) {
  const { t } = useTranslation();
  const speed = first[0]?.speed;
  if (speed == null) return null;
  return (
    <p className={styles.fastest}>
      {t('race.fastest')} <Speed speed={speed} rule={flight.rules.speed} />
    </p>
  );
}

function Progress({ data, race }: SlideProps) {
  const { t } = useTranslation();
  const { flight } = data;
  const isFlying = flight.status === 'released';
  const lines = namedIn(flight, race);
  return (
    <>
      <Top data={data} />
      <div className={styles.counts}>
        <h2 className={styles.home}>
          <HomeOf home={race.home} count={flight.basketed_count} />
        </h2>
        <Fastest data={data} race={race} />
      </div>
      {lines.length > 0 ? (
        <Rows data={data} lines={lines} isNewestFirst={isFlying} />
      ) : (
        <p className={styles.empty}>{t(isFlying ? 'board.flying' : 'board.nobody')}</p>
      )}
      <PresentLine {...data} home={race.home} />
    </>
  );
}

interface RowsProps {
  data: PresentData;
  lines: readonly BoardLine[];
  /** Birds of who looks: with their names. */
  isMine?: boolean;
  /** The first one has just landed. */
  isNewestFirst?: boolean;
}

/** Rows as on the board. */
function Rows({ data: { flight, loft }, lines, isMine = false, isNewestFirst = false }: RowsProps) {
  const { locale } = usePage();
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  return (
    <ol>
      {lines.map((line) => {
        const { bird, rank, time_ms, speed } = line;
        const at = time_ms === null ? null : clockTime(time_ms, loft.time_zone);
        return (
          <li
            key={bird.pigeon_id}
            className={styles.row}
            data-newest={(isNewestFirst && line === lines[0]) || undefined}
            data-mine={isMine || undefined}
          >
            <b className={`num ${styles.figure}`}>{rank !== null && formatNumber(locale, rank)}</b>
            <Flag country={bird.country} />
            <Ring ring={bird.ring} />
            <span className={styles.whose}>
              <bdi>{isMine ? callOf(line) : whose(line)}</bdi>
            </span>
            <time dir="ltr" className={`num ${styles.figure}`}>
              {at && (decimals ? `${at.time}.${at.ms.slice(0, 1)}` : at.time)}
            </time>
            <b className={`num ${styles.figure}`}>{speed !== null && formatSpeed(locale, speed, flight.rules.speed)}</b>
          </li>
        );
      })}
    </ol>
  );
}

/** Rows that the birds of one person have, two in the air side by side in each. */
const mineRows = presentedRows + 1;

function Mine({ data, mine, view }: SlideProps & { mine: MyPigeons; view: LiveView }) {
  const { t } = useTranslation();
  const { flight, loft, expected } = data;
  const { home, air } = mine;
  const abilities = useAbilities(flight, air, expected);
  const airRows = Math.min(Math.ceil(air.length / 2), Math.max(mineRows / 2, mineRows - home.length));
  const lines = home.slice(0, mineRows - airRows);
  const named = air.slice(0, 2 * airRows);
  const now_ms = raceTime(flight, serverNow());
  return (
    <>
      <Top data={data} />
      <div className={styles.counts}>
        <h2 className={styles.home}>{t('mine.title')}</h2>
        <p className={styles.fastest}>{t('mine.home', { home: home.length, count: home.length + air.length })}</p>
      </div>
      <Rows data={data} lines={lines} isMine />
      {air.length > 0 && (
        <>
          <p className={styles.out_of}>
            {t(flight.status === 'released' ? 'mine.air' : 'mine.out')}
            {air.length > named.length && <span>{t('mine.more', { count: air.length - named.length })}</span>}
          </p>
          <ul className={styles.air}>
            {named.map((bird) => {
              const { pigeon_id } = bird;
              const window = expectedWindow(
                expected?.times?.out,
                abilities.get(pigeon_id),
                now_ms,
                view.later.get(pigeon_id),
              );
              return (
                <li key={pigeon_id}>
                  <Ring ring={bird.ring} />
                  <span className={styles.whose}>
                    <bdi>{callOf({ bird })}</bdi>
                  </span>
                  {window && (
                    <ExpectedWindow {...{ window }} time_zone={loft.time_zone} day_ms={dayOf(flight, now_ms)} />
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </>
  );
}

function Next({ data }: SlideProps) {
  const { t } = useTranslation();
  const { next, loft, read_at } = data;
  if (!next?.release_time) return <Top data={data} />;
  return (
    <>
      <Top data={data} />
      <div className={styles.cover}>
        <p className={styles.day}>{t('home.next_release')}</p>
        <h1 data-long={next.name.length > 22 || undefined}>
          <bdi>{next.name}</bdi>
        </h1>
        <p className={styles.facts_line}>
          <Day at_ms={Date.parse(next.release_time)} time_zone={loft.time_zone} weekday />
          <span>
            <Figure>{clockTime(Date.parse(next.release_time), loft.time_zone).time.slice(0, 5)}</Figure>
          </span>
          {next.distance !== null && <Distance distance={next.distance} unit={loft.unit} />}
          {next.release_point && <bdi>{next.release_point}</bdi>}
        </p>
        <div className={styles.until}>
          <p className={styles.clock}>
            <Countdown release_time={next.release_time} read_at={read_at} />
          </p>
        </div>
      </div>
    </>
  );
}

interface LandingProps extends SlideProps {
  view: LiveView;
  landed: Ranked;
  /** Birds that landed while this one is shown, with it. */
  count: number;
}

/** A bird that has just landed, as large as the screen is. */
export function Landing({ data, race, view, landed, count }: LandingProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft } = data;
  const line = liveLine(view, landed);
  if (!line) return <Progress data={data} race={race} />;
  const { bird, rank, speed, time_ms } = line;
  return (
    <>
      <Top data={data} />
      <div className={styles.landing} role="status" key={bird.pigeon_id}>
        <p className={styles.day}>
          {t('just_in.title')}
          {count > 1 && <span>{t('live.new', { count })}</span>}
        </p>
        <p className={styles.landed}>
          <strong className="num">{rank !== null && formatNumber(locale, rank)}</strong>
          <Flag country={bird.country} />
          <Ring ring={bird.ring} />
        </p>
        {whose(line) && (
          <h2>
            <bdi>{whose(line)}</bdi>
          </h2>
        )}
        <p className={styles.facts_line}>
          {time_ms !== null && <Clock at_ms={time_ms} time_zone={loft.time_zone} />}
          {speed !== null && <Speed speed={speed} rule={flight.rules.speed} />}
          <span>{t('mine.home', { home: formatNumber(locale, race.home), count: flight.basketed_count })}</span>
        </p>
      </div>
      <PresentLine {...data} home={race.home} />
    </>
  );
}
