/** What a ruling changes: before → after of every place and every prize, runs of birds that only move as one line. */

import { useLocation } from 'react-router';
import { fastestIn } from '#domain/arrivals/race-control.ts';
import type { Locale } from '#domain/locales.ts';
import type { EffectLine, RulingEffect } from '#domain/rulings/contract.ts';
import { sumsToShow } from '#domain/rulings/effect.ts';
import { formatFlown, formatMeasure, formatMoney, formatNumber, formatShare, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './rulings.module.css';

interface EffectProps {
  effect: RulingEffect;
  /** How many readings an offset moves; null for a ruling of another kind. */
  readings?: number | null;
  /** Whether each bird has a line of its own; null where only one of the two can be shown. */
  isAll: boolean | null;
}

export function Effect({ effect, readings = null, isAll }: EffectProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { prize, lines, too_fast, speed_rule } = effect;
  const money = moneyOf(locale, prize);
  const sums = sumsToShow(effect);
  const isMove = effect.down + effect.up + effect.come_in + effect.go_out + effect.prizes > 0;
  const birds = effect.come_in + effect.go_out + Math.max(effect.retimed, effect.speeds, effect.down + effect.up);
  return (
    <section className={panel.panel} aria-labelledby="effect">
      <div className={panel.head}>
        <h2 id="effect">{t('ruling.effect')}</h2>
        <small>{t('ruling.every')}</small>
        {isAll !== null && <Views isAll={isAll} birds={formatNumber(locale, birds)} />}
      </div>
      <FirstGroupOnly groups={effect.groups_kept} />
      {!isMove && <p className={styles.none}>{t(readings === 0 ? 'ruling.no_readings' : 'ruling.nothing')}</p>}
      {too_fast > 0 && (
        <p className={styles.warning}>
          <Icon name="alert" />
          <span>
            {t('control.too_fast')}
            {speed_rule && (
              <>
                {' '}
                <bdi>
                  (<span className="num">{formatSpeed(locale, fastestIn(speed_rule), speed_rule)}</span>{' '}
                  {t(speedUnit(speed_rule))})
                </bdi>
              </>
            )}
            : <bdi className="num">{formatNumber(locale, too_fast)}</bdi>
          </span>
        </p>
      )}
      {lines.length > 0 && (
        <>
          <dl className={styles.sums}>
            {sums.map((name) => (
              <div key={name}>
                <dt>{t(`ruling.${name}`)}</dt>
                <dd className="num">{formatNumber(locale, effect[name])}</dd>
              </div>
            ))}
          </dl>
          <Shifts effect={effect} />
          <table className={styles.effect}>
            <thead>
              <tr>
                <th scope="col">{t('ruling.col_place')}</th>
                <th scope="col">{t('board.pigeon')}</th>
                <th scope="col">{t('ruling.col_prize')}</th>
                <th scope="col">{t('ruling.col_change')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) =>
                'pigeon_id' in line ? (
                  <BirdRow key={line.pigeon_id} line={line} money={money} rule={effect.speed_rule} />
                ) : (
                  <tr key={`${line.from} ${line.by}`} className={styles.run}>
                    <td colSpan={4}>
                      <RunWords line={line} />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </>
      )}
      {effect.aces.map((ace) => (
        <AcePlaces key={ace.method} ace={ace} />
      ))}
      {effect.moved.map((one) => (
        <MovedPrizes key={one.name} {...one} />
      ))}
      {prize && (
        <p className={styles.sum}>
          <Icon name="equals" />
          <span>{t('ruling.sum', { before: money(prize.before), after: money(prize.after) })}</span>
        </p>
      )}
    </section>
  );
}

/** Another first release leaves later groups where they are. */
export function FirstGroupOnly({ groups }: { groups: readonly number[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (groups.length === 0) return null;
  const numbers = groups.map((group) => formatNumber(locale, group)).join(', ');
  return (
    <p className={styles.warning}>
      <Icon name="alert" />
      <span>{t('ruling.first_group_only', { groups: numbers })}</span>
    </p>
  );
}

const moneyOf =
  (locale: Parameters<typeof formatMoney>[0], prize: RulingEffect['prize']) =>
  (value: number): string =>
    prize?.basis === 'percent' ? formatShare(locale, value) : formatMoney(locale, value, prize?.currency ?? 'EUR');

/** The two views: the lines whose prize changes, or every bird. */
function Views({ isAll, birds }: { isAll: boolean; birds: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const to = (all: boolean) => {
    const query = new URLSearchParams(search);
    if (all) query.set('all', '1');
    else query.delete('all');
    return `${pathname}?${query}`;
  };
  return (
    <nav className={styles.views} aria-label={t('ruling.effect')}>
      <Link to={to(false)} aria-current={isAll ? undefined : 'true'} preventScrollReset replace>
        {t('ruling.view_prizes')}
      </Link>
      <Link to={to(true)} aria-current={isAll ? 'true' : undefined} preventScrollReset replace>
        {t('ruling.view_all')} <bdi className="num">{birds}</bdi>
      </Link>
    </nav>
  );
}

/** By how much the birds that stay in the result fly longer and faster. */
function Shifts({ effect: { shift, speed_rule } }: { effect: RulingEffect }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!shift.net_ms && !shift.speed) return null;
  const range = ({ least, most }: { least: number; most: number }, words: (value: number) => string) =>
    words(least) === words(most) ? words(least) : `${words(least)} … ${words(most)}`;
  const seconds = (ms: number) => formatMeasure(locale, ms / 1000, 'second', { decimals: 3, signed: true });
  const speed = (by: number) => `${by > 0 ? '+' : '−'}${formatSpeed(locale, Math.abs(by), speed_rule!)}`;
  return (
    <p className={styles.shifts}>
      {shift.net_ms && (
        <span>
          {t('place.flying_time')}: <bdi className="num">{range(shift.net_ms, seconds)}</bdi>
        </span>
      )}
      {shift.speed && speed_rule && (
        <span>
          {t('rules.speed')}: <bdi className="num">{range(shift.speed, speed)}</bdi> {t(speedUnit(speed_rule))}
        </span>
      )}
    </p>
  );
}

type BirdLine = Extract<EffectLine, { pigeon_id: number }>;

interface BirdRowProps {
  line: BirdLine;
  money: (value: number) => string;
  rule: RulingEffect['speed_rule'];
}

function BirdRow({ line, money, rule }: BirdRowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { ring, country, team, before, after } = line;
  const rank = (place: BirdLine['before']) =>
    place ? formatNumber(locale, place.rank) : <span className={styles.out}>{t('ruling.out')}</span>;
  const prize = (place: BirdLine['before']) => (place?.prize ? money(place.prize) : '–');
  const change = (after?.prize ?? 0) - (before?.prize ?? 0);
  return (
    <tr data-look={before === null ? 'in' : after === null ? 'out' : undefined}>
      <td className={styles.places}>
        <span className="num">
          {before?.rank !== after?.rank && (
            <>
              <span className={styles.before}>{rank(before)}</span> <Becomes />{' '}
            </>
          )}
          <b>{rank(after)}</b>
        </span>
      </td>
      <td>
        <span className={styles.bird}>
          <Flag country={country} width={20} />
          <span>
            <Ring ring={ring} />
            {team !== null && (
              <small>
                <bdi>{team}</bdi>
              </small>
            )}
            {after && (
              <>
                <Figure before={before?.net_ms} after={after.net_ms} words={formatFlown} />
                {rule && (
                  <Figure
                    before={before?.speed}
                    after={after.speed}
                    words={(speed) => formatSpeed(locale, speed, rule)}
                    unit={t(speedUnit(rule))}
                  />
                )}
              </>
            )}
          </span>
        </span>
      </td>
      <td className={styles.prizes}>
        <span className="num">
          {change !== 0 && (
            <>
              <span className={styles.before}>{prize(before)}</span> <Becomes />{' '}
            </>
          )}
          <b>{prize(after)}</b>
        </span>
      </td>
      <td className={styles.change}>
        {change !== 0 && (
          <bdi dir="ltr" className="num">
            {change > 0 ? '+' : '−'} {money(Math.abs(change))}
          </bdi>
        )}
      </td>
    </tr>
  );
}

/** Whose place changes in an ace of the season. */
function AcePlaces({ ace: { method, birds, lines } }: { ace: RulingEffect['aces'][number] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const place = (rank: number | null) => (rank === null ? '–' : formatNumber(locale, rank));
  return (
    <section className={styles.ace} aria-label={t('rulebook.aces')}>
      <h3>{t('rulebook.aces')}</h3>
      <p>
        {t(`rulebook.ace_${method}`)} {t('ruling.ace_moves', { n: formatNumber(locale, birds) })}
      </p>
      <ol>
        {lines.map(({ pigeon_id, ring, country, before, after }) => (
          <li key={pigeon_id}>
            <span className={`num ${styles.places}`}>
              <span className={styles.before}>{place(before)}</span> <Becomes /> <b>{place(after)}</b>
            </span>
            <Flag country={country} width={20} />
            <Ring ring={ring} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What moves beside the table of the flight: its special prizes, or the prizes of a ranking. */
function MovedPrizes({ name, names, currency, lines }: RulingEffect['moved'][number]) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const money = (cents: number) => (cents === 0 ? '–' : formatMoney(locale, cents, currency));
  const title = name === null ? t('special.title') : `${t('rulebook.prizes')}: ${(names as Named)[locale] ?? name}`;
  return (
    <section className={styles.ace} aria-label={title}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <ol>
        {lines.map(({ ring, name: of, before_cents, after_cents }) => (
          <li key={`${ring} ${of}`}>
            <span className={`num ${styles.places}`}>
              <span className={styles.before}>{money(before_cents)}</span> <Becomes /> <b>{money(after_cents)}</b>
            </span>
            <span>
              {ring !== null && <Ring ring={ring} />} <bdi>{of}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Named = Partial<Record<Locale, string>>;

interface FigureProps {
  before: number | null | undefined;
  after: number | null;
  words: (value: number) => string;
  unit?: string;
}

/** A flying time or a speed before and after, where it is another; of a bird that comes in the one it has then. */
function Figure({ before = null, after, words, unit }: FigureProps) {
  if (after === null || before === after) return null;
  return (
    <small>
      <span className="num">
        {before !== null && (
          <>
            <span className={styles.before}>{words(before)}</span> <Becomes />{' '}
          </>
        )}
        {words(after)}
      </span>{' '}
      {unit}
    </small>
  );
}

function Becomes() {
  return (
    <span className={panel.arrow}>
      <Icon name="arrow" size={16} />
    </span>
  );
}

function RunWords({ line: { from, to, birds, by, has_prize } }: { line: Exclude<EffectLine, BirdLine> }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const number = (n: number) => formatNumber(locale, n);
  const places =
    from === to
      ? t('ruling.run_place', { n: number(from) })
      : t('ruling.run_places', { from: number(from), to: number(to) });
  const words = { places, n: number(birds), by: number(Math.abs(by)) };
  return (
    <span>
      {t(by > 0 ? 'ruling.run_down' : by < 0 ? 'ruling.run_up' : 'ruling.run_time', words)} ·{' '}
      {t(has_prize ? 'ruling.run_prize' : 'ruling.run_no_prize')}
    </span>
  );
}
