/** What a ruling changes: before → after of every place and every prize, runs of birds that only move as one line. */
import { useLocation } from 'react-router';
import type { EffectLine, RulingEffect } from '#domain/rulings/contract.ts';
import { effectSums } from '#domain/rulings/effect.ts';
import { formatMoney, formatNumber, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './rulings.module.css';

interface EffectProps {
  effect: RulingEffect;
  /** Whether each bird has a line of its own; null where only one of the two can be shown. */
  isAll: boolean | null;
}

export function Effect({ effect, isAll }: EffectProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { prize, lines } = effect;
  const money = moneyOf(locale, prize);
  const sums = effectSums.filter((name) => effect[name] > 0);
  const birds = effect.come_in + effect.go_out + Math.max(effect.retimed, effect.down + effect.up);
  return (
    <section className={panel.panel} aria-labelledby="effect">
      <div className={panel.head}>
        <h2 id="effect">{t('ruling.effect')}</h2>
        <small>{t('ruling.every')}</small>
        {isAll !== null && <Views isAll={isAll} birds={formatNumber(locale, birds)} />}
      </div>
      {lines.length === 0 ? (
        <p className={styles.none}>{t('ruling.nothing')}</p>
      ) : (
        <>
          <dl className={styles.sums}>
            {sums.map((name) => (
              <div key={name}>
                <dt>{t(`ruling.${name}`)}</dt>
                <dd className="num">{formatNumber(locale, effect[name])}</dd>
              </div>
            ))}
          </dl>
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
                  <BirdRow key={line.pigeon_id} line={line} money={money} />
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
      {prize && (
        <p className={styles.sum}>
          <Icon name="equals" />
          <span>{t('ruling.sum', { before: money(prize.before), after: money(prize.after) })}</span>
        </p>
      )}
    </section>
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

type BirdLine = Extract<EffectLine, { pigeon_id: number }>;

function BirdRow({ line, money }: { line: BirdLine; money: (value: number) => string }) {
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
          <span className={styles.before}>{rank(before)}</span> <Becomes /> <b>{rank(after)}</b>
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
          </span>
        </span>
      </td>
      <td className={styles.prizes}>
        <span className="num">
          <span className={styles.before}>{prize(before)}</span> <Becomes /> <b>{prize(after)}</b>
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
  const words = { from: number(from), to: number(to), n: number(birds), by: number(Math.abs(by)) };
  return (
    <span>
      {t(by > 0 ? 'ruling.run_down' : by < 0 ? 'ruling.run_up' : 'ruling.run_time', words)} ·{' '}
      {t(has_prize ? 'ruling.run_prize' : 'ruling.run_no_prize')}
    </span>
  );
}
