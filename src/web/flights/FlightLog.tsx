/** The log of a flight: its steps and the decisions about it day by day, the latest first, each with its reason (mock 19). */
import type { DisputeState } from '#domain/disputes/dispute.ts';
import type { FileShown } from '#domain/files/contract.ts';
import type { FlightLog as Log, ReleaseGroup } from '#domain/flights/contract.ts';
import type { GivenUp } from '#domain/flights/gaps-contract.ts';
import type { Weather } from '#domain/flights/release-lamp.ts';
import type { RulingEffect } from '#domain/rulings/contract.ts';
import { type EffectSums, sumsToShow } from '#domain/rulings/effect.ts';
import type { RulingDecision, RulingKind } from '#domain/rulings/ruling.ts';
import { formatDay, formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Evidence } from '#web/ui/Evidence.tsx';
import { GroupBirds } from '#web/ui/GroupBirds.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { TablerIcon } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/Link.tsx';
import { Picture, type PictureProps } from '#web/ui/Picture.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment, TimeOfDay } from '#web/ui/Times.tsx';
import { useGapWords } from './gap-words.ts';
import styles from './season-flights.module.css';

/** What the program writes when it closes a flight by its rule. */
const closedByRule = 'closing rule';

export function FlightLog({ log, loft_id, time_zone }: { log: Log; loft_id: number; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const days = Map.groupBy(log.toReversed(), ({ at }) => formatDay(locale, Date.parse(at), time_zone));
  const decided = new Set(log.flatMap(({ kind, details }) => (kind === 'ruling' ? details.n : [])));
  const word = ({ kind, details }: Log[number]) => {
    switch (kind) {
      case 'postponed':
      case 'point_moved':
      case 'release_reported':
      case 'list_changed':
      case 'release_taken_back':
      case 'departed':
      case 'clock_corrected':
      case 'readings_given_up':
        return t(`flights.${kind}`);
      case 'weather':
        return t('release.weather');
      case 'arrived':
        return t('release.arrived');
      case 'group_released':
        return t(`flights.${details.birds === 0 ? 'group_taken_back' : kind}`, { group: details.group as number });
      case 'release_picture':
        return t('release.picture');
      case 'ruling_prepared':
        return t('ruling.being_prepared');
      case 'ruling':
        return `${t('ruling.number', { n: details.n as number })}: ${t(`ruling.kind_${details.of as RulingKind}`)}`;
      case 'dispute':
        return `${t('dispute.number', { n: details.n as number })}: ${t('dispute.opened')}`;
      case 'dispute_decided':
        return `${t('dispute.number', { n: details.n as number })}: ${t(`dispute.${details.decision as DisputeState}`)}`;
      default:
        return t(`status.${kind}`);
    }
  };
  return (
    <section className={panel.panel} aria-labelledby="log">
      <div className={panel.head}>
        <h2 id="log">{t('flights.log')}</h2>
      </div>
      <div className={styles.log}>
        {[...days].map(([day, entries]) => (
          <div key={day}>
            {/* The names of days come from Intl, and those of a browser may differ from those of the server. */}
            <h3 suppressHydrationWarning>{day}</h3>
            <ol>
              {entries.map((entry) => (
                <li
                  key={`${entry.kind} ${entry.at} ${String(entry.details.n)}`}
                  id={entry.kind === 'ruling' ? `ruling-${String(entry.details.n)}` : undefined}
                  data-open={(entry.kind === 'ruling_prepared' && !decided.has(entry.details.n)) || undefined}
                >
                  <TimeOfDay at_ms={Date.parse(entry.at)} time_zone={time_zone} />
                  <i aria-hidden="true">
                    <Icon name={icons[entry.kind]} size={14} />
                  </i>
                  <div className={styles.what}>
                    <b>{word(entry)}</b>
                    <Change {...entry} loft_id={loft_id} time_zone={time_zone} />
                    {entry.reason !== null && (
                      <p>
                        <bdi>{entry.reason === closedByRule ? t('rules.closing') : entry.reason}</bdi>
                      </p>
                    )}
                  </div>
                  {entry.kind === 'ruling' && <Makers {...(entry.details as unknown as RulingDetails)} />}
                  {entry.kind === 'readings_given_up' && (
                    <small className={styles.who}>
                      <bdi>{entry.details.by as string}</bdi>
                    </small>
                  )}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

const icons: Readonly<Record<Log[number]['kind'], TablerIcon>> = {
  planned: 'calendar',
  basketing: 'basket',
  sealed: 'lock',
  released: 'truck',
  closed: 'flag',
  provisional: 'document',
  official: 'check',
  annulled: 'alert',
  postponed: 'calendar',
  point_moved: 'pin',
  list_changed: 'list',
  release_taken_back: 'alert',
  release_reported: 'mobile',
  group_released: 'truck',
  weather: 'sun',
  departed: 'truck',
  arrived: 'pin',
  readings_given_up: 'close',
  release_picture: 'camera',
  ruling_prepared: 'hourglass',
  ruling: 'evaluated',
  clock_corrected: 'evaluated',
  dispute: 'note',
  dispute_decided: 'note',
};

/** What a decision changed, before → after; when a report says that the birds were released; the weather. */
function Change({ kind, details, loft_id, time_zone }: Log[number] & { loft_id: number; time_zone: string }) {
  const { t } = useTranslation();
  if (kind === 'clock_corrected')
    return <ClockCorrected {...(details as unknown as CorrectionDetails)} loft_id={loft_id} />;
  if (kind === 'weather') return <WeatherWords of={details.weather as Weather} />;
  if (kind === 'ruling') return <RulingMade details={details as unknown as RulingDetails} time_zone={time_zone} />;
  if (kind === 'readings_given_up') return <GaveUp gaps={details.gaps as GivenUp['gaps']} />;
  if (kind === 'dispute' || kind === 'dispute_decided') return <Disputed {...(details as unknown as DisputeDetails)} />;
  if (kind === 'release_picture')
    return (
      <Picture
        file={details as PictureProps['file']}
        alt={t('release.picture')}
        sizes="(max-width: 700px) 100vw, 640px"
        className={styles.picture}
      />
    );
  if (kind === 'group_released') {
    const group = details as unknown as GroupDetails;
    return group.birds === 0 ? null : <GroupReleased {...group} time_zone={time_zone} />;
  }
  if (kind === 'release_taken_back')
    return (
      <s>
        <Moment at_ms={Date.parse(details.release_time as string)} time_zone={time_zone} short />
      </s>
    );
  if (kind === 'release_reported')
    return <Moment at_ms={Date.parse(details.at as string)} time_zone={time_zone} short />;
  if (kind !== 'postponed' && kind !== 'point_moved') return null;
  const of = (value: unknown) => {
    if (typeof value === 'string') return <Moment at_ms={Date.parse(value)} time_zone={time_zone} short />;
    const name = (value as { name?: string } | null)?.name;
    return name === undefined ? t(kind === 'postponed' ? 'flights.no_time' : 'flights.no_point') : <bdi>{name}</bdi>;
  };
  return (
    <span>
      {of(details.from)} <span className={panel.arrow}>→</span> {of(details.to)}
    </span>
  );
}

interface CorrectionDetails {
  /** The ruling, and the earlier flight of it. */
  n: number;
  flight_id: number;
  flight: string;
  /** Null where the season does not show rings. */
  clock: string | null;
  offset_ms: number | null;
}

/** A clock that a ruling of an earlier flight corrected, and the way to that ruling. */
function ClockCorrected({ n, flight_id, flight, loft_id, ...clock }: CorrectionDetails & { loft_id: number }) {
  const { t } = useTranslation();
  return (
    <>
      <ClockOffset {...clock} />
      <Link to={`${flightPath({ loft_id, id: flight_id })}?tab=info#ruling-${n}`}>
        <bdi>{flight}</bdi>: {t('ruling.number', { n })}
      </Link>
    </>
  );
}

function ClockOffset({ clock, offset_ms }: Pick<CorrectionDetails, 'clock' | 'offset_ms'>) {
  const { locale } = usePage();
  if (clock === null || offset_ms === null) return null;
  return (
    <bdi>
      {clock} {formatMeasure(locale, offset_ms / 1000, 'second', { decimals: 3, signed: true })}
    </bdi>
  );
}

function GaveUp({ gaps }: Pick<GivenUp, 'gaps'>) {
  const gapWords = useGapWords();
  return <span>{gaps.map((gap) => gapWords('given_up', gap)).join(' ')}</span>;
}

type GroupDetails = Omit<ReleaseGroup, 'number'>;

/** When a group was released, with which birds. */
function GroupReleased({ release_time, time_zone, ...birds }: GroupDetails & { time_zone: string }) {
  return (
    <span>
      <Moment at_ms={Date.parse(release_time)} time_zone={time_zone} short /> · <GroupBirds {...birds} />
    </span>
  );
}

interface DisputeDetails {
  /** Null: the result as a whole, or the season does not show rings. */
  ring: string | null;
  /** The ruling by which it was mended. */
  ruling_n?: number | null;
}

/** The bird of a dispute, and the ruling by which it was mended. */
function Disputed({ ring, ruling_n }: DisputeDetails) {
  const { t } = useTranslation();
  return (
    <>
      {ring !== null && <Ring ring={ring} />}
      {typeof ruling_n === 'number' && <span>{t('ruling.number', { n: ruling_n })}</span>}
    </>
  );
}

interface RulingDetails {
  decision: RulingDecision;
  ring: string | null;
  /** Of the bird that it is exchanged with. */
  other_ring: string | null;
  clock: string | null;
  offset_ms: number | null;
  /** A later group of the release; without birds it was not released apart. */
  group: GroupDetails | null;
  /** The number of the ruling whose entry it withdraws. */
  withdraws: number | null;
  names: string[];
  /** One that was stored before there were groups has none that it kept. */
  sums: (Pick<RulingEffect, 'needs_second' | keyof EffectSums | 'prize'> & { groups_kept?: number[] }) | null;
  files: Pick<FileShown, 'kind' | 'name' | 'src' | 'width' | 'height'>[];
}

/** Who made a ruling, and who signed or refused it. */
function Makers({ decision, names: [maker, second] }: RulingDetails) {
  const { t } = useTranslation();
  return (
    <small className={styles.who}>
      {maker && <bdi>{t('ruling.made_by', { name: maker })}</bdi>}
      {second && <bdi>{t(decision === 'refused' ? 'ruling.refused_by' : 'ruling.signed_by', { name: second })}</bdi>}
    </small>
  );
}

/** What a ruling changed, and the pictures that it rests on. */
function RulingMade({ details, time_zone }: { details: RulingDetails; time_zone: string }) {
  const { decision, ring, other_ring, clock, offset_ms, group, withdraws, sums, files } = details;
  const { t } = useTranslation();
  const { locale } = usePage();
  const changed = sums && sumsToShow(sums);
  return (
    <>
      {[ring, other_ring].map((one) => one !== null && <Ring key={one} ring={one} />)}
      <ClockOffset clock={clock} offset_ms={offset_ms} />
      {group && (
        <>
          <span>
            {t(group.birds === 0 ? 'flights.group_taken_back' : 'release.group', {
              group: formatNumber(locale, group.group),
            })}
          </span>
          {group.birds > 0 && <GroupReleased {...group} time_zone={time_zone} />}
        </>
      )}
      {sums?.groups_kept && sums.groups_kept.length > 0 && (
        <span>{t('ruling.first_group_only', { groups: sums.groups_kept.join(', ') })}</span>
      )}
      {withdraws !== null && <span>{t('ruling.number', { n: withdraws })}</span>}
      {decision !== 'made' && <b>{t(`ruling.${decision}`)}</b>}
      {sums && changed && (
        <p>
          {changed.length === 0
            ? t('ruling.nothing')
            : changed.map((name) => `${t(`ruling.${name}`)}: ${formatNumber(locale, sums[name])}`).join(' · ')}
        </p>
      )}
      {files.map((file) => (
        <div key={file.src} className={styles.evidence}>
          <Evidence file={file} alt={t('ruling.evidence')} />
        </div>
      ))}
    </>
  );
}

/** The weather as it was measured: `Visibility 18 km, wind 12 km/h from the southwest, 19 °C`. */
function WeatherWords({ of: { visibility_km, wind_kmh, wind_from, temperature_c, ...seen } }: { of: Weather }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const words = [
    visibility_km !== null &&
      `${t('release.limit_visibility_km')} ${formatMeasure(locale, visibility_km, 'kilometer')}`,
    wind_kmh !== null &&
      `${t('release.wind')} ${formatMeasure(locale, wind_kmh, 'kilometer-per-hour')}${wind_from === null ? '' : ` ${t(`release.from_${wind_from}`)}`}`,
    temperature_c !== null && formatMeasure(locale, temperature_c, 'celsius'),
    seen.rain && t('release.limit_no_rain'),
    seen.low_cloud && t('release.limit_no_low_cloud'),
    seen.thunder && t('release.limit_no_thunder'),
  ];
  return <span>{words.filter(Boolean).join(' · ')}</span>;
}
