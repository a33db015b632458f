/**
 * Why a bird has its place, in words: a step for each thing that lies between its reading and its prize. The page, the
 * panel beside the board and the file are made from the same steps.
 */

import { importClock, secondDecimals, timeBetween } from '#domain/arrivals/clock.ts';
import type { PlaceExplained, readPlace } from '#domain/arrivals/place-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { hasReplay } from '#domain/flights/flight.ts';
import type { Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Words } from '#web/lib/catalogue.ts';
import {
  clockTime,
  formatDistance,
  formatFlown,
  formatMeasure,
  formatMoney,
  formatNamedDay,
  formatNumber,
  formatShare,
  formatSpeed,
} from '#web/lib/intl.ts';
import { flightPath, rulebookPath } from '#web/lib/paths.ts';
import { rulingInLog, rulingTitle } from '#web/lib/ruling-words.ts';
import { specialWonWords } from '#web/lib/special-words.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { type Step, unroundedText } from '#web/lib/steps.ts';
import { cratesShown } from '#web/ui/GroupBirds.tsx';

/** The parts of the rules of a flight that a step can link to; the ids of their rows on the page of the flight. */
export type RuleOfStep = 'readings' | 'clocks' | 'release' | 'night' | 'distance' | 'speed' | 'ties' | 'drops' | 'log';

export interface PlaceReader {
  t: Words;
  locale: Locale;
}

/** The headings of the rules that steps link to. */
const ruleNames = {
  readings: 'rules.readings',
  clocks: 'rules.clocks',
  release: 'rules.release',
  night: 'rules.night',
  distance: 'race.distance',
  speed: 'rules.speed',
  ties: 'rules.ties',
  drops: 'rules.drops',
  log: 'flights.log',
} as const satisfies Record<RuleOfStep, string>;

/** The steps from the reading of a bird to its prize, in order. */
export function placeSteps(
  reader: PlaceReader,
  { flight, loft, place }: { flight: Flight; loft: Loft; place: PlaceExplained },
): Step[] {
  const { t, locale } = reader;
  const decimals = secondDecimals(flight.resolution_ms);
  const time = (at: string | number) => {
    const clock = clockTime(typeof at === 'number' ? at : Date.parse(at), loft.time_zone);
    return decimals > 0 ? `${clock.time}.${clock.ms.slice(0, decimals)}` : clock.time;
  };
  const seconds = (ms: number) => formatNumber(locale, ms / 1000, 3, 3);
  const unit = t(speedUnit(flight.rules.speed));
  const rule = (name: RuleOfStep) => ({ name: t(ruleNames[name]), to: `${flightPath(flight)}?tab=info#${name}` });
  const ofRulebook = (name: 'rulebook.prizes' | 'rulebook.manual_arrival' | 'rulebook.close_times') => ({
    name: t(name),
    to: rulebookPath(flight, flight.rulebook_version ?? undefined),
  });
  const isOpen = flight.status !== 'official';
  const step = (
    key: string,
    title: string,
    value: string,
    details: (string | false)[],
    more?: Partial<Step>,
  ): Step => ({
    key,
    is_sum: false,
    is_open: false,
    title,
    value,
    details: details.filter((one) => one !== false),
    rule: null,
    ...more,
  });
  const { reading, prize, above, below, unrounded, drop } = place;
  const day = 1 + flight.day_starts.filter((midnight) => midnight <= Date.parse(place.time)).length;
  const alsoRead = () => {
    if (place.also_read.length > 0)
      return place.also_read.map(({ clock, time: at, count }) =>
        t('place.also_read', { clock, count, time: time(at) }),
      );
    return reading?.clock === importClock ? [] : [t('place.no_other_clock')];
  };
  const point = flight.release_point;
  const measured = place.rulings.find(({ kind }) => kind === 'distance');
  const steps = [
    reading
      ? step(
          'reading',
          reading.clock === importClock ? t('place.from_list') : t('place.read_by', { clock: reading.clock }),
          time(Math.floor(reading.time_us / 1000)),
          [reading.antenna !== null && t('place.antenna', { antenna: reading.antenna })],
          { rule: rule('readings') },
        )
      : step(
          'reading',
          t('place.no_reading'),
          time(place.time),
          [place.manual_arrival !== null && t(`rulebook.manual_${place.manual_arrival}`)],
          { rule: place.manual_arrival === null ? rule('log') : ofRulebook('rulebook.manual_arrival') },
        ),
    place.exchanged_with !== null &&
      step(
        'exchanged',
        t('ruling.kind_exchanged'),
        place.exchanged_with,
        [t('ruling.hint_exchanged'), ...rulingsOf(reader, place, ['exchanged'])],
        { rule: rule('log') },
      ),
    reading &&
      reading.clock !== importClock &&
      step(
        'offset',
        t(`place.clock_${reading.offset_ms < 0 ? 'fast' : reading.offset_ms > 0 ? 'slow' : 'right'}`),
        formatMeasure(locale, reading.offset_ms / 1000, 'second', { decimals: 3, signed: true }),
        rulingsOf(reader, place, ['offset']),
        { rule: rule('clocks') },
      ),
    place.sure &&
      step(
        'sure',
        t('place.sure'),
        `±${formatMeasure(locale, place.sure.within_ms / 1000, 'second', { decimals: 3 })}`,
        [
          place.sure.is_torn && t('place.jumped'),
          place.sure.best === place.sure.worst
            ? t('place.clocks_agree')
            : t('board.close', {
                from: formatNumber(locale, place.sure.best),
                to: formatNumber(locale, place.sure.worst),
              }),
        ],
        { rule: ofRulebook('rulebook.close_times') },
      ),
    step(
      'home',
      t('place.home_at'),
      time(place.time),
      [
        day > 1 && `${t('board.day', { day })} · ${formatNamedDay(locale, Date.parse(place.time), loft.time_zone)}`,
        ...alsoRead(),
      ],
      { is_sum: true },
    ),
    step(
      'release',
      t('place.released'),
      time(place.release_time),
      [
        place.release_group !== null && t('release.group', { group: formatNumber(locale, place.release_group.group) }),
        place.release_group?.crates != null &&
          t('release.group_crates', { crates: cratesShown(place.release_group.crates) }),
        day > 1 && formatNamedDay(locale, Date.parse(place.release_time), loft.time_zone),
        point !== null && `${t('race.release_point')}: ${point}`,
        place.release_measured !== null &&
          place.release_measured !== place.release_time &&
          t('place.measured', { time: time(place.release_measured) }),
        ...rulingsOf(reader, place, ['release']),
      ],
      { rule: rule('release') },
    ),
    step(
      'night',
      t('place.night_off'),
      nightTaken(locale, place),
      place.nights.length
        ? place.nights.map(({ from, to }) => `${time(from).slice(0, 5)} – ${time(to).slice(0, 5)}`)
        : flight.rules.closed_night.kind === 'none'
          ? [t('rules.night_none')]
          : [t('place.no_night'), t('rules.night_release')],
      { rule: rule('night') },
    ),
    step(
      'flying',
      t('place.flying_time'),
      formatFlown(place.net_ms, secondDecimals(flight.resolution_ms, flight.rules.precision_ms)),
      [
        t('place.in_minutes', { minutes: formatNumber(locale, place.net_ms / 60_000, 5) }),
        place.cut_ms > 0 && t('place.cut', { time: seconds(place.cut_ms) }),
      ],
      { is_sum: true },
    ),
    step(
      'distance',
      t('race.distance'),
      formatMeasure(locale, place.distance_m, 'meter', { decimals: 4 }),
      [
        measured?.reason ??
          t(flight.distance_source === 'geodesic' ? 'rules.distance_geodesic' : 'rules.distance_stated'),
        flight.distance !== null &&
          loft.unit === 'mile' &&
          `${formatDistance(locale, flight.distance)} ${t('unit.mile')}`,
      ],
      {
        rule:
          measured?.n == null
            ? rule('distance')
            : { name: rulingTitle(t, measured.n, 'distance'), to: rulingInLog(flight, measured.n) },
      },
    ),
    place.speed !== null &&
      step(
        'speed',
        t('rules.speed'),
        `${formatSpeed(locale, place.speed, flight.rules.speed)}\u00a0${unit}`,
        [unrounded !== null && t('place.unrounded', { speed: unroundedText(locale, unrounded), unit })],
        { is_sum: true, rule: rule('speed') },
      ),
    step(
      'beside',
      t('place.next_to'),
      place.tied ? t('place.tie', { count: place.tied }) : t('place.no_tie'),
      [
        above && t('place.before', { rank: formatNumber(locale, above.rank), time: timeBetween(above.apart_ms, 3) }),
        below && t('place.after', { rank: formatNumber(locale, below.rank), time: timeBetween(below.apart_ms, 3) }),
        place.tied > 0 && flight.rules.ties === 'consecutive' && t('rules.ties_order'),
      ].filter((one) => one !== null),
      { rule: rule('ties') },
    ),
    step(
      'drop',
      t('place.drop'),
      of(reader, drop.place, drop.size),
      [
        drop.size === 1
          ? t('place.alone')
          : t('place.drop_size', { count: drop.size, time: formatNumber(locale, drop.span_ms / 1000, 1, 1) }),
      ],
      { rule: rule('drops') },
    ),
    step(
      'rulings',
      t('place.rulings'),
      place.rulings.length ? formatNumber(locale, place.rulings.length) : t('place.none'),
      [
        ...rulingsOf(reader, place, ['void', 'manual']),
        place.other_rulings > 0 && t('place.other_rulings', { n: formatNumber(locale, place.other_rulings) }),
      ],
      { rule: rule('log') },
    ),
    step(
      'place',
      t('place.place'),
      of(reader, place.rank, place.basketed_count),
      [t('place.of_basketed', { home: formatNumber(locale, place.home_count) })],
      { is_sum: true },
    ),
    prize &&
      step(
        'prize',
        t(isOpen ? 'place.prize_if' : 'place.prize'),
        prizeWords(reader, prize),
        [prize.shared_by > 1 && t('place.shared_by', { count: prize.shared_by })],
        {
          is_sum: true,
          is_open: isOpen,
          rule: ofRulebook('rulebook.prizes'),
        },
      ),
    place.special.length > 0 &&
      step(
        'special',
        t('special.title'),
        '',
        place.special.map(
          (one) =>
            `${specialWonWords(reader, one)}: ${one.cents === null ? one.in_kind : formatMoney(locale, one.cents, one.currency)}`,
        ),
        { is_open: isOpen, rule: ofRulebook('rulebook.prizes') },
      ),
    step(
      'state',
      t(isOpen ? 'place.not_official' : 'status.official'),
      isOpen ? t(`status.${flight.status}`) : '',
      [t(isOpen ? 'place.can_change' : 'place.frozen')],
      { is_open: isOpen },
    ),
  ];
  return steps.filter((one) => one !== null && one !== false);
}

/** The words for a bird without a place: out by a ruling, clocked after the closing, or not home. */
export function whyNoPlace({
  flight,
  is_disqualified,
  late_at,
  taken_out_by,
}: ReplyOf<typeof readPlace> & { flight: Pick<Flight, 'status'> }) {
  if (is_disqualified) return 'pigeon_status.disqualified';
  if (late_at !== null) return 'late.text';
  if (taken_out_by.length) return 'place.taken_out';
  return hasReplay(flight.status) ? 'place.not_home_closed' : 'place.not_home';
}

/** The answer in one sentence. */
export function placeLead(
  { t, locale }: PlaceReader,
  { flight, place }: { flight: Flight; place: PlaceExplained },
): string {
  const unit = t(speedUnit(flight.rules.speed));
  const speed = place.speed === null ? '–' : formatSpeed(locale, place.speed, flight.rules.speed);
  return t('place.lead', {
    time: formatFlown(place.net_ms, secondDecimals(flight.resolution_ms, flight.rules.precision_ms)),
    speed,
    unit,
  }).replace(` ${unit}`, `\u00a0${unit}`);
}

/** `€4,000.00`, or a share of the prize fund. */
export function prizeWords({ t, locale }: PlaceReader, prize: NonNullable<PlaceExplained['prize']>): string {
  if (prize.cents !== null) return formatMoney(locale, prize.cents, prize.currency);
  return t('place.of_fund', { share: formatShare(locale, prize.share!) });
}

const of = ({ t, locale }: PlaceReader, part: number, whole: number) =>
  t('place.of', { part: formatNumber(locale, part), whole: formatNumber(locale, whole) });

function rulingsOf({ t }: PlaceReader, { rulings }: PlaceExplained, kinds: readonly string[]): string[] {
  return rulings
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ n, reason }) => (n === null ? reason : t('place.ruling', { number: String(n), reason })));
}

/** Hours and minutes; a part of a minute counts too where rules name seconds. */
function nightTaken(locale: Locale, { nights }: PlaceExplained): string {
  const taken_ms = nights.reduce((sum, night) => sum + night.taken_ms, 0);
  const [hours, minutes] = [Math.floor(taken_ms / 3_600_000), (taken_ms % 3_600_000) / 60_000];
  const parts = [
    hours > 0 && formatMeasure(locale, hours, 'hour'),
    (minutes > 0 || hours === 0) && formatMeasure(locale, minutes, 'minute', { decimals: 3 }),
  ];
  return parts.filter((part) => part !== false).join(' ');
}
