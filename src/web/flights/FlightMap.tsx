/**
 * The map of a flight over the whole page: the line home with the estimated position of its birds (2.33), the wind and
 * the heat of a chosen hour. Until its script is there, and without one, the server's drawing stands in its place.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { curveOf, curvePoint } from '#domain/flights/curve.ts';
import type { Point } from '#domain/flights/distance.ts';
import { fieldAt, packBetween } from '#domain/flights/field.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { temperatureIn, weatherAt, windFrom, windMeets, windText } from '#domain/flights/forecast.ts';
import { lorryStands } from '#domain/flights/lorry-stands.ts';
import {
  animatedProgress,
  estimatedProgress,
  firstProgress,
  isAnimated,
  isEvaluated,
  refresh_ms,
} from '#domain/flights/progress.ts';
import { isNight } from '#domain/flights/terminator.ts';
import type { StraightLine } from '#domain/flights/weather-contract.ts';
import { pointOfLine, windOnLine } from '#domain/flights/wind-on-line.ts';
import { distanceInUnit } from '#domain/units.ts';
import { attempted } from '#web/lib/attempts.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { later } from '#web/lib/later.tsx';
import { useMedia } from '#web/lib/media.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useMine } from '#web/lib/reader-marks.ts';
import { report } from '#web/lib/report.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type MapWords, wheelKey } from '#web/map/map-words.ts';
import type { MapSection } from '#web/map/place.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { DrawnMap } from './DrawnMap.tsx';
import styles from './flight-map.module.css';
import type { FlightMapState, OpenFlightMap } from './flight-map.ts';
import type { MapData } from './flight-map-loader.server.ts';
import { MapFacts, MapHead } from './MapHead.tsx';
import { Away } from './MissingPart.tsx';
import { paddingOf } from './map-line.ts';
import { ReliefStrip } from './ReliefStrip.tsx';
import { endOfSlider } from './slider-end.ts';
import { TimeSlider } from './TimeSlider.tsx';
import { useWindysMap } from './use-windys-map.ts';
import { WeatherIcon } from './WeatherIcon.tsx';
import { Source } from './WeatherTable.tsx';
import { WindStrip } from './WindStrip.tsx';
import { directionWords, skyWords, temperatureWords, windWords } from './weather-words.ts';
import type { WindyMark, WindyState } from './windys-map.ts';

/** Only for readers with birds of their own. */
const MapMine = later(async () => (await import('./MapMine.tsx')).MapMine, Away);

export interface FlightMapProps {
  data: MapData;
  section: MapSection;
  line: StraightLine;
}

const still = '(prefers-reduced-motion: reduce)';
/** A second of the played day. */
const hourOfPlay_ms = 1100;
const played_ms = 600_000;
const hour_ms = 3_600_000;
/** How often the script of the map is tried (7.18, 9.12). */
const attempts = { every_ms: 100, most: 100 };
/** Before the weather of a page is told (9.12). */
const weatherDelay_ms = 100;

export function FlightMap({ data, section, line }: FlightMapProps) {
  const { flight, loft, weather, expected, style_url, windy_map } = data;
  const { t } = useTranslation();
  const { locale } = usePage();
  const hydrated = useHydrated();
  const mine = useMine(loft.id);
  const hasMarks = mine.pigeons.length + mine.teams.length > 0;
  const { forecast, dark_ms, after_original_ms } = weather;
  const isStill = useMedia(still);
  const [isMoving, setMoving] = useState<boolean | null>(null);
  const [isWindy, setWindy] = useState<boolean | null>(null);
  const [isWarm, setWarm] = useState(false);
  const now = useNow(flight, data.read_at);
  const [chosen_ms, choose] = useState<number | null>(null);
  const release_ms = flight.release_time === null ? null : Date.parse(flight.release_time);
  const from_ms = release_ms ?? now;
  const isBefore = isBeforeRelease(flight.status);
  const isFlying = flight.status === 'released';
  const { distance_m, estimated_average_speed: average } = flight;
  const estimated_ms = average && distance_m !== null ? from_ms + (distance_m / average) * 60_000 : null;
  const to_ms = endOfSlider({
    from_ms,
    foretold_ms: forecast?.hours.at(-1) ?? null,
    dark_ms,
    now_ms: isFlying ? now : null,
    evaluated_ms: isFlying && average ? from_ms + (line.distance_m / average) * 60_000 : null,
  });
  const home_ms = estimated_ms ?? to_ms;
  // Before the release the map shows it, afterwards the hour in which most birds came home.
  const standing_ms = isBefore ? from_ms : Math.max(from_ms, Math.min(to_ms, isFlying ? now : home_ms));
  const at_ms = chosen_ms ?? standing_ms;
  const lorry = lorryStands(chosen_ms === null ? data.lorry : null);
  const [isPlaying, play] = usePlay(at_ms, from_ms, to_ms, choose);

  const moves = isMoving ?? !isStill;
  const animated = useAnimation(isFlying && isAnimated(average) && chosen_ms === null && moves);
  const progress =
    isBefore && chosen_ms === null
      ? null
      : isAnimated(average)
        ? isFlying
          ? animated
          : isBefore
            ? null
            : 1
        : !isFlying && !isBefore && chosen_ms === null
          ? 1
          : estimatedProgress({ release_ms: from_ms, now_ms: at_ms, average: average!, straight_m: line.distance_m });
  const isOver = progress !== null && isEvaluated(progress);
  // The end of an estimate is not that of the race.
  const end = isOver ? (isBefore || isFlying ? 'estimated_home' : 'evaluation') : undefined;
  // Of another moment nobody knows how many birds are home.
  const field =
    isFlying && (chosen_ms === null || flight.home_count === 0)
      ? fieldAt(flight, { now_ms: at_ms, home: flight.home_count, first_speed: data.first_speed })
      : null;
  const pack = field && packBetween(field);
  const winds = forecast && windOnLine(middles(line.points), forecast, at_ms);
  const home = { latitude: loft.latitude!, longitude: loft.longitude! };
  const isForetold = winds?.some((wind) => wind !== null) ?? false;
  const sun_ms = at_ms - after_original_ms;
  const isDark = isNight(home, sun_ms) || isNight(line.points[0]!, sun_ms);
  const atLoft = forecast && weatherAt(forecast, home, at_ms);
  const sky = atLoft && skyWords(t, atLoft, home, at_ms);
  const here = pointOfLine(line.points, progress ?? 0);
  const atBird = forecast && windOnLine([here], forecast, at_ms)[0];
  const meets = atBird ? windMeets(atBird, here.bearing_deg) : 'calm';
  useWeatherEvent(atBird ?? null, loft.unit);

  const isBlown = isWindy ?? !slow();
  const readWindys = (): WindyState => {
    const [from, to] = [line.points[0]!, line.points.at(-1)!];
    const markOf = (ref: RefObject<HTMLElement | null>, at: Point, side: string): WindyMark => {
      const { innerHTML: html, dataset } = ref.current!;
      return { at: degrees(at), html, side, end: dataset.end };
    };
    const isSeen = progress !== null && !isOver;
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      course: curveOf(from, to).map(degrees),
      marks: {
        from: markOf(refs.from, from, sides.from),
        to: markOf(refs.to, curvePoint(from, to, 1), sides.to),
        bird: isSeen ? markOf(refs.bird, curvePoint(from, to, progress), sides.bird) : null,
      },
      at_ms: Math.round(at_ms / played_ms) * played_ms,
      is_windy: isBlown,
      is_warm: isWarm,
      is_moving: moves,
      metric: loft.unit === 'km' ? '°C' : '°F',
    };
  };
  const windys = useWindysMap({
    title: t('flight_map.windys'),
    failed: t('refusals.weather_map_not_started'),
    attempts,
    read: readWindys,
  });
  // Windy foretells: its wind of today would stand over a race of then.
  const offersWindys = windy_map !== undefined && (isBefore || isFlying) && after_original_ms === 0;
  const isWindys = offersWindys && windys.status === 'open';
  const state: FlightMapState = {
    at_ms,
    sun_ms,
    forecast,
    progress: isOver ? null : progress,
    pack: pack && distance_m ? [pack[0] / distance_m, pack[1] / distance_m] : null,
    isWindy: isBlown && forecast !== null && !isWindys,
    isWarm,
    isMoving: moves,
    temperature: (kelvin) => temperatureWords(locale, loft.unit, kelvin),
  };
  const [hinted, hint] = useHint();
  const { refs, status, map } = useMap(state, {
    section,
    line,
    style_url,
    words: { title: t('map.title'), fingers: t('map.fingers'), wheel: (key) => t('map.wheel', { key }) },
    failed: t('refusals.weather_map_not_started'),
    onScroll: hint,
  });
  const sides = sidesOf(line);
  const isOpen = status === 'own' || status === 'operators';
  const time = (ms: number) => clockTime(ms, loft.time_zone).time.slice(0, 5);
  const total = distanceInUnit(line.distance_m, loft.unit);
  const flown = `${formatNumber(locale, (progress === null ? 0 : Math.min(1, progress)) * total)}`;
  const withMap = isOpen ? '' : 'awaited';
  return (
    <div
      className={styles.stage}
      data-moves={moves || undefined}
      data-open={isOpen || undefined}
      data-operators={status === 'operators' || undefined}
      data-windys={isWindys || undefined}
    >
      <div className={styles.map} dir="ltr">
        <DrawnMap {...{ section, line, flight, loft, lorry }} progress={isOver ? null : progress} />
        <div ref={refs.streets} className={`${styles.layer} ${styles.streets}`} />
        <canvas ref={refs.ground} className={styles.layer} />
        <canvas ref={refs.wind} className={`${styles.layer} ${styles.wind}`} />
        <svg className={styles.layer} aria-hidden="true">
          <path ref={refs.casing} className={styles.casing} />
          <path ref={refs.curve} className={styles.curve} />
        </svg>
        <canvas ref={refs.names} className={styles.layer} />
        <section
          ref={refs.box}
          className={styles.box}
          aria-label={t('flight_map.keys')}
          tabIndex={status === 'own' ? 0 : -1}
        >
          <div ref={refs.from} className={`${styles.marker} ${styles.from}`} data-label={sides.from}>
            <i className={styles.sign}>
              {lorry === 'release_point' ? <Icon name="truck" size={18} /> : <WeatherIcon name="place" size={18} />}
            </i>
            <div className={styles.words}>
              <b className={styles.name}>
                <bdi>{flight.release_point ?? t('race.release_point')}</bdi>
              </b>
              {flight.release_time && (
                <small>
                  <bdi dir="ltr" className="num">
                    {clockTime(Date.parse(flight.release_time), loft.time_zone).time}
                  </bdi>
                </small>
              )}
            </div>
          </div>
          <div ref={refs.to} className={styles.marker} data-label={sides.to} data-end={end}>
            <i className={styles.sign}>
              <Icon name={isOver ? 'evaluated' : 'flag'} size={18} />
            </i>
            <div className={styles.words}>
              <b className={styles.name}>
                {isOver && <Icon name="flag" size={16} />}
                <bdi>{loft.name}</bdi>
                {lorry === 'loft' && <Icon name="truck" size={18} />}
              </b>
              {atLoft && (
                <small>
                  <bdi dir="ltr">{temperatureWords(locale, loft.unit, atLoft.temp)}</bdi>
                  {sky && ` · ${sky.word}`}
                </small>
              )}
              {end && (
                <small className={styles.end}>
                  <bdi>{t(`flight_map.${end}`)}</bdi>
                </small>
              )}
            </div>
          </div>
          <div
            ref={refs.bird}
            className={`${styles.marker} ${styles.bird}`}
            data-label={sides.bird}
            hidden={progress === null || isOver}
          >
            <div className={styles.words}>
              <b className={styles.name}>{t('flight_map.estimated')}</b>
              {!isAnimated(average) && (
                <small>
                  <bdi>
                    {t('flight_map.of_way', {
                      flown,
                      distance: `${formatNumber(locale, total)} ${t(`unit.${loft.unit}`)}`,
                    })}
                  </bdi>
                </small>
              )}
            </div>
            <i className={styles.sign}>
              <Icon name="pigeon" size={21} />
            </i>
          </div>
        </section>
        {offersWindys && windys.isWanted && <div ref={windys.container} className={styles.windys} />}
        {isWindys && windy_map === 'invented' && (
          <p className={styles.invented}>
            <bdi>{t('flight_map.windys_invented')}</bdi>
          </p>
        )}
      </div>
      <div ref={refs.tools} className={`${styles.tools} ${withMap}`}>
        <Toggle
          icon="wind"
          word={t('flight_map.wind')}
          on={isWindys ? isBlown : state.isWindy && isForetold}
          set={setWindy}
          disabled={!isWindys && !isForetold}
        />
        <Toggle
          icon="heat"
          word={loft.unit === 'km' ? '\u200e°C' : '\u200e°F'}
          label={t('devices.temperature')}
          on={isWarm && (isWindys || isForetold)}
          set={setWarm}
          disabled={!isWindys && !isForetold}
        />
        <button
          type="button"
          aria-label={t(moves ? 'flight_map.stop' : 'flight_map.move')}
          title={t(moves ? 'flight_map.stop' : 'flight_map.move')}
          onClick={() => setMoving(!moves)}
        >
          <Icon name={moves ? 'pause' : 'play'} size={17} />
        </button>
        <button
          type="button"
          aria-label={t('flight_map.whole')}
          title={t('flight_map.whole')}
          onClick={() => (isWindys ? windys : map.current)?.whole()}
        >
          <WeatherIcon name="whole" size={17} />
        </button>
        <span className={styles.zoom}>
          <button type="button" aria-label={t('map.closer')} onClick={() => (isWindys ? windys : map.current)?.zoom(1)}>
            <Icon name="plus" size={17} />
          </button>
          <button
            type="button"
            aria-label={t('map.farther')}
            onClick={() => (isWindys ? windys : map.current)?.zoom(-1)}
          >
            <Icon name="minus" size={17} />
          </button>
        </span>
        {offersWindys && (
          <button
            type="button"
            aria-pressed={windys.isWanted}
            aria-busy={windys.status === 'coming'}
            aria-label={t('flight_map.windys')}
            title={t('flight_map.windys')}
            onClick={windys.toggle}
          >
            Windy
          </button>
        )}
      </div>
      {(windys.status === 'coming' || windys.status === 'failed') && (
        <p role="status" className={styles.windys_note}>
          {windys.status === 'coming'
            ? t('map.coming')
            : `${t('refusals.weather_map_not_started')} ${t('flight_map.own_instead')}`}
        </p>
      )}
      {hinted && (
        <p className={styles.hint} aria-hidden="true">
          {hinted === 'finger' ? t('map.fingers') : t('map.wheel', { key: wheelKey() })}
        </p>
      )}
      {status === 'failed' && (
        <p role="status" className={styles.failed}>
          {t('map.failed')}
        </p>
      )}
      <div className={styles.panel}>
        <MapHead {...data} />
        <div className={styles.panel_rest}>
          <MapFacts {...data} field={field} />
          {atBird && (
            <p className={styles.wind_words}>
              <WeatherIcon name="wind" size={18} />
              <span>
                <bdi className="num">{windWords(t, locale, atBird)}</bdi> {directionWords(t, atBird)}
                {meets !== 'calm' && <> · {t(`flight_map.meets_${meets}`)}</>}
              </span>
            </p>
          )}
          {hydrated && hasMarks && <MapMine flight={flight} loft={loft} expected={expected} />}
        </div>
      </div>
      <div className={styles.bottom}>
        <section className={styles.strip} aria-labelledby="along">
          <h2 id="along">
            {t('flight_map.along')}{' '}
            <small className={styles.aside}>
              {t('unit.m_s')}
              {t('rows.comma')}
              <bdi dir="ltr" className="num">
                {time(at_ms)}
              </bdi>
            </small>
            {atLoft && (
              <small className={`${styles.aside} ${styles.at_loft}`}>
                <bdi dir="ltr" className="num">
                  {temperatureWords(locale, loft.unit, atLoft.temp)}
                </bdi>{' '}
                {t('flight_map.at_loft')}
              </small>
            )}
          </h2>
          {winds && isForetold ? (
            <WindStrip
              winds={winds}
              part={progress === null || isOver ? null : progress}
              distance={total}
              unit={t(`unit.${loft.unit}`)}
            />
          ) : (
            <p className={styles.none}>{t(forecast ? 'flight_map.not_foretold' : 'flight_map.none')}</p>
          )}
        </section>
        <section className={styles.day} aria-labelledby="at">
          <h2 id="at">
            <bdi dir="ltr" className="num">
              {time(at_ms)}
            </bdi>{' '}
            <small className={styles.aside}>{t('flight_map.slide')}</small>
            {isDark && status !== 'operators' && !isWindys && (
              <small className={styles.night}>{t('flight_map.night')}</small>
            )}
            {chosen_ms !== null && (
              <button type="button" className={styles.now} onClick={() => choose(null)}>
                {t(isFlying ? 'flight_map.now' : 'flight_map.back')}
              </button>
            )}
          </h2>
          <div className={hydrated ? undefined : 'awaited'}>
            <TimeSlider
              from_ms={from_ms}
              to_ms={to_ms}
              at_ms={at_ms}
              now_ms={isFlying ? now : isBefore ? from_ms : null}
              time_zone={loft.time_zone}
              first={expected.times?.first ?? null}
              isPlaying={isPlaying}
              onPlay={play}
              onChoose={(ms) => {
                play(false);
                choose(ms);
              }}
            />
          </div>
        </section>
        {data.heights && (
          <ReliefStrip
            heights={data.heights}
            part={progress === null || isOver ? null : progress}
            distance={total}
            unit={loft.unit}
          />
        )}
        <p className={styles.made}>
          {isWindys
            ? t(windy_map === 'windy' ? 'flight_map.windys_source' : 'flight_map.windys_invented')
            : status !== 'operators' && t('flight_map.made_with')}{' '}
          {forecast && <Source source={forecast.source} />}
        </p>
      </div>
    </div>
  );
}

/** On which side of its marker each name stands, so that none covers another where the line is steep. */
function sidesOf({ points }: StraightLine) {
  const [from, to] = [points[0]!, points.at(-1)!];
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const north = to.latitude - from.latitude;
  if (Math.abs(north) < 0.5 * Math.abs(east)) return { from: 'below', to: 'below', bird: 'above' };
  return { from: north > 0 ? 'below' : 'above', to: north > 0 ? 'above' : 'below', bird: 'beside' };
}

const degrees = ({ latitude, longitude }: Point) => [latitude, longitude] as const;

interface ToggleProps {
  icon: 'wind' | 'heat';
  word: string;
  label?: string;
  on: boolean;
  set: (on: boolean) => void;
  disabled: boolean;
}

function Toggle({ icon, word, label, on, set, disabled }: ToggleProps) {
  return (
    <button type="button" aria-pressed={on} disabled={disabled} onClick={() => set(!on)}>
      <WeatherIcon name={icon} size={17} />
      {label && <span className="visually-hidden">{label} </span>}
      <bdi>{word}</bdi>
    </button>
  );
}

const slow = () => typeof navigator !== 'undefined' && isSlowConnection();

/** The bars of the strip stand for the middles between the points. */
const middles = (points: StraightLine['points']) =>
  points.slice(1).map((point, index) => ({
    latitude: (point.latitude + points[index]!.latitude) / 2,
    longitude: (point.longitude + points[index]!.longitude) / 2,
    bearing_deg: point.bearing_deg,
  }));

type Scrolled = 'wheel' | 'finger';
const hint_ms = 1800;

/** By what the page was scrolled over the map a moment ago; what moves the map is then said. */
function useHint() {
  const [hinted, setHinted] = useState<Scrolled | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [hint] = useState(() => (by: Scrolled) => {
    setHinted(by);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHinted(null), hint_ms);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return [hinted, hint] as const;
}

/** Now by the clocks of the race; the estimated position follows it every 2.5 s (4.14). */
function useNow(flight: MapData['flight'], read_at: string): number {
  const [now_ms, setNow] = useState(() => raceTime(flight, Date.parse(read_at)));
  const isFlying = flight.status === 'released';
  useEffect(() => {
    if (!isFlying) return;
    const look = () => setNow(raceTime(flight, serverNow()));
    look();
    const timer = setInterval(look, refresh_ms.estimated);
    return () => clearInterval(timer);
  }, [flight, isFlying]);
  return now_ms;
}

/** The progress of a flight without an average speed (4.13). */
function useAnimation(runs: boolean): number {
  const [progress, setProgress] = useState(firstProgress);
  useEffect(() => {
    if (!runs) return;
    let before_ms = performance.now();
    const timer = setInterval(() => {
      const now_ms = performance.now();
      const elapsed_ms = now_ms - before_ms;
      before_ms = now_ms;
      setProgress((progress) => animatedProgress(progress, elapsed_ms));
    }, refresh_ms.animated);
    return () => clearInterval(timer);
  }, [runs]);
  return progress;
}

/** Plays the day from the chosen moment on. */
function usePlay(at_ms: number, from_ms: number, to_ms: number, choose: (at_ms: number) => void) {
  const [isPlaying, play] = useState(false);
  const at = useRef(at_ms);
  useEffect(() => {
    at.current = at_ms;
  });
  useEffect(() => {
    if (!isPlaying) return;
    if (at.current >= to_ms) choose(from_ms);
    const timer = setInterval(
      () => {
        const next = Math.min(to_ms, at.current + played_ms);
        choose(next);
        if (next >= to_ms) play(false);
      },
      hourOfPlay_ms / (hour_ms / played_ms),
    );
    return () => clearInterval(timer);
  }, [isPlaying, from_ms, to_ms, choose]);
  return [isPlaying, play] as const;
}

/** Tells the page the weather where the birds are, as an event (7.15), a moment after the page is there (9.12). */
function useWeatherEvent(there: ReturnType<typeof weatherAt>, unit: MapData['loft']['unit']): void {
  const wind = there && windText(there);
  const windDirection = there && (windFrom(there)?.toUpperCase() ?? null);
  const temp = there && Math.round(temperatureIn(unit, there.temp) * 10) / 10;
  useEffect(() => {
    if (wind === null) return;
    const timer = setTimeout(
      () => dispatchEvent(new CustomEvent('weather', { detail: { wind, windDirection, temp } })),
      weatherDelay_ms,
    );
    return () => clearTimeout(timer);
  }, [wind, windDirection, temp]);
}

interface MapToOpen {
  section: MapSection;
  line: StraightLine;
  style_url: string | undefined;
  words: MapWords;
  onScroll: (by: Scrolled) => void;
  /** What is reported where it does not open. */
  failed: string;
}

/** Opens the moving map once, and tells it what it shows. */
function useMap(state: FlightMapState, { section, line, style_url, words, failed, onScroll }: MapToOpen) {
  const refs = {
    box: useRef<HTMLElement>(null),
    streets: useRef<HTMLDivElement>(null),
    ground: useRef<HTMLCanvasElement>(null),
    wind: useRef<HTMLCanvasElement>(null),
    names: useRef<HTMLCanvasElement>(null),
    curve: useRef<SVGPathElement>(null),
    casing: useRef<SVGPathElement>(null),
    from: useRef<HTMLDivElement>(null),
    to: useRef<HTMLDivElement>(null),
    bird: useRef<HTMLDivElement>(null),
    tools: useRef<HTMLDivElement>(null),
  };
  const map = useRef<OpenFlightMap>(null);
  const latest = useRef(state);
  const [status, setStatus] = useState<'drawn' | 'own' | 'operators' | 'failed'>('drawn');
  const elements = useRef(refs);
  const [opening] = useState({
    section,
    from: line.points[0]!,
    to: line.points.at(-1)!,
    style_url,
    words,
    failed,
    onScroll,
  });
  useEffect(() => {
    latest.current = state;
    map.current?.update(state);
  });
  useEffect(() => {
    const gone = new AbortController();
    const of = elements.current;
    // The scripts of all pages are fetched while a browser is idle; that of the map waits for who opens it.
    const coming = attempted(() => import('./flight-map.ts'), { ...attempts, signal: gone.signal }).then(
      ({ openFlightMap }) =>
        openFlightMap(
          {
            box: of.box.current!,
            streets: of.streets.current!,
            ground: of.ground.current!,
            wind: of.wind.current!,
            names: of.names.current!,
            curve: of.curve.current!,
            casing: of.casing.current!,
            from: of.from.current!,
            to: of.to.current!,
            bird: of.bird.current!,
            tools: of.tools.current!,
          },
          { ...opening, padding: (size) => paddingOf(size, document.documentElement.dir === 'rtl') },
        ),
    );
    coming.then(
      (opened) => {
        if (gone.signal.aborted) return opened.stop();
        map.current = opened;
        opened.update(latest.current);
        setStatus(opened.is_own ? 'own' : 'operators');
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        // The drawing stays; the operator reads why (8.6).
        report(new Error(opening.failed, { cause: error }));
        setStatus('failed');
      },
    );
    return () => {
      gone.abort();
      map.current?.stop();
      map.current = null;
    };
  }, [opening]);
  return { refs, status, map };
}
