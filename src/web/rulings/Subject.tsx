/** What a ruling is about: the bird, the clock or the moment, and for a bird without a reading the rule for its place. */
import type { ReactNode } from 'react';
import type { BirdReading, FoundBird, Ruling, RulingEffect } from '#domain/rulings/contract.ts';
import type { RulingKind } from '#domain/rulings/ruling.ts';
import type { manualArrivals } from '#domain/seasons/rulebook.ts';
import { distanceInUnit, type LoftUnit } from '#domain/units.ts';
import { formatDistance, formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { GroupBirds } from '#web/ui/GroupBirds.tsx';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './rulings.module.css';
import { exactly } from './times.ts';

export interface SubjectProps {
  kind: RulingKind;
  about: Ruling['about'];
  loft: { time_zone: string; unit: LoftUnit };
}

/** The bird, clock, entry or moment. */
export function Subject({ kind, about, loft }: SubjectProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { bird, other, clock, offset_ms, time, group, distance_m, entry } = about;
  // The rulebook decides about all of them: there is no single subject.
  if (kind === 'close_times') return null;
  return (
    <section className={`${panel.panel} ${styles.subject}`} aria-label={t(`ruling.kind_${kind}`)}>
      {bird && (
        <Bird {...bird}>
          {kind === 'manual' && time !== null && (
            <small>
              {t('ruling.time_seen')}: <bdi className="num">{exactly(time, loft.time_zone)}</bdi>
            </small>
          )}
        </Bird>
      )}
      {other && (
        <>
          <span className={panel.arrow}>
            <Icon name="swap" />
          </span>
          <Bird {...other} />
        </>
      )}
      {clock !== null && offset_ms !== null && (
        <p>
          <b>
            <bdi>{clock}</bdi>
          </b>
          <small>{formatMeasure(locale, offset_ms / 1000, 'second', { decimals: 3, signed: true })}</small>
        </p>
      )}
      {group && (
        <p>
          <b>{t('release.group', { group: formatNumber(locale, group.group) })}</b>
          <small>{group.birds === 0 ? t('release.group_take_back') : <GroupBirds {...group} />}</small>
        </p>
      )}
      {kind !== 'manual' && time !== null && <Moment at_ms={Date.parse(time)} time_zone={loft.time_zone} short />}
      {distance_m !== null && (
        <p className="num">
          {formatDistance(locale, distanceInUnit(distance_m, loft.unit))} {t(`unit.${loft.unit}`)}
        </p>
      )}
      {entry && (
        <p>
          {!bird && <b>{t('ruling.kind_void')}</b>}
          <small>
            {entry.clock !== null && entry.time !== null
              ? t('ruling.was_read', { clock: entry.clock, time: exactly(entry.time, loft.time_zone) })
              : `${t('ruling.entry')}: ${formatNumber(locale, entry.number)}`}
          </small>
        </p>
      )}
    </section>
  );
}

function Bird({ ring, country, team, children }: FoundBird & { children?: ReactNode }) {
  return (
    <div className={styles.of_bird}>
      <Flag country={country} width={24} />
      <p>
        <Ring ring={ring} />
        <small>
          <bdi>{team}</bdi>
        </small>
        {children}
      </p>
    </div>
  );
}

interface ManualRuleProps {
  about: Ruling['about'];
  policy: (typeof manualArrivals)[number];
  /** What clocks read of it in this flight. */
  read: readonly BirdReading[];
  effect: RulingEffect;
  time_zone: string;
  rulebook: string;
}

/** How a bird that no clock read gets its place. */
export function ManualRule({ about, policy, read, effect, time_zone, rulebook }: ManualRuleProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { bird, counts_at } = about;
  const { drop } = effect;
  if (!bird) return null;
  const line = effect.lines.find((one) => 'pigeon_id' in one && one.pigeon_id === bird.pigeon_id);
  const place = line && 'pigeon_id' in line ? line.after : null;
  const number = (n: number) => formatNumber(locale, n);
  const becomes = ({ becomes: what, is_late }: BirdReading) => {
    if (what === 'counts') return t(is_late ? 'ruling.read_late' : 'ruling.read_counts');
    return what === 'repeated' || what === 'void' ? t(`ruling.read_${what}`) : t(`unranked.${what}`);
  };
  return (
    <section className={panel.panel} aria-labelledby="rule">
      <div className={panel.head}>
        <h2 id="rule">{t('ruling.rule')}</h2>
        <span className={panel.take}>
          <Link to={rulebook}>{t('admin.rulebook')}</Link>
        </span>
      </div>
      <blockquote className={styles.rule}>{t(`rulebook.manual_${policy}`)}</blockquote>
      <ul className={styles.checks}>
        <Check icon="check">
          {bird.crate !== null && bird.crate_number !== null
            ? t('ruling.on_list', { crate: number(bird.crate), number: number(bird.crate_number) })
            : t('ruling.on_list_plain')}
        </Check>
        {drop && (
          <Check icon="check">
            {drop.first !== null && drop.last !== null
              ? t('ruling.drop', {
                  n: number(drop.birds),
                  first: exactly(drop.first, time_zone),
                  last: exactly(drop.last, time_zone),
                })
              : t('ruling.no_drop')}
          </Check>
        )}
        {read.map((reading) => (
          <Check key={`${reading.clock} ${reading.time}`} icon="alert">
            {`${t('ruling.was_read', { clock: reading.clock, time: exactly(reading.time, time_zone) })}: ${becomes(reading)}`}
          </Check>
        ))}
        {place && counts_at !== null && (
          <Check icon="arrow">
            {t('ruling.so_place', { rank: number(place.rank), time: exactly(counts_at, time_zone) })}
          </Check>
        )}
      </ul>
    </section>
  );
}

function Check({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li>
      <span className={icon === 'arrow' ? panel.arrow : undefined}>
        <Icon name={icon} size={18} />
      </span>
      <span>{children}</span>
    </li>
  );
}
