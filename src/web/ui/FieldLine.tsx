/**
 * The line of a race: an arc that is a scale of its field. Solid from the loft outward is clocked, dashed is still out
 * or never came; the specks of those out drift on it in the order in which they are expected. The server draws the true
 * frame; what changes later is one speck at a time.
 */
import { type CSSProperties, memo, type ReactNode, useState } from 'react';
import { ringParts } from '#domain/pigeons/ring.ts';
import {
  adrift,
  arcView,
  dots,
  mineOut,
  type OnArc,
  perch,
  placeOnArc,
  specksHome,
  specksOf,
} from '#web/lib/field-line.ts';
import { formatNumber, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Arc, standing } from './Arc.tsx';
import styles from './field-line.module.css';

export interface FieldLineProps {
  loft_id: number;
  from: string | null;
  to: string;
  basketed: number;
  home: number;
  /** Before the release the birds are in their baskets; after the race nobody is expected any more. */
  state: 'before' | 'flying' | 'over';
  /** Within which distance most of those out are expected, with its unit; null: unknown. */
  within?: string | null;
  /** What is expected next, each with its window. */
  expected?: readonly ReactNode[];
  /** The reader's birds: the places of those home, and the rings of those out. */
  mine?: MineOnLine;
}

export interface MineOnLine {
  home: readonly number[];
  out: readonly { pigeon_id: number; ring: string }[];
}

const nobody: MineOnLine = { home: [], out: [] };

const nothing: readonly ReactNode[] = [];

export function FieldLine({
  loft_id,
  from,
  to,
  basketed,
  home,
  state,
  within = null,
  expected = nothing,
  mine = nobody,
}: FieldLineProps) {
  const share = basketed > 0 ? Math.min(1, home / basketed) : 0;
  const flown = state !== 'before' && basketed > 0;
  return (
    <Arc loft_id={loft_id} from={from} to={to} solid={share} evaluated={state === 'over'}>
      {flown && (
        <>
          <Specks count={specksOf(basketed).count} home={specksHome(home, basketed)} flying={state === 'flying'} />
          <Mine mine={mine} basketed={basketed} home={home} />
          <Caption basketed={basketed} home={home} flying={state === 'flying'} within={within} expected={expected} />
        </>
      )}
      {state === 'before' && expected.length > 0 && (
        <p className={styles.caption}>
          {expected.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the first bird and half of the field, in this order
            <span key={index}>{one}</span>
          ))}
        </p>
      )}
    </Arc>
  );
}

/** Specks that drift together: the compositor moves each group on its own, and phones show two of them. */
const groups = [0, 1, 2, 3] as const;

const Specks = memo(function Specks({ count, home, flying }: { count: number; home: number; flying: boolean }) {
  const [first] = useState(home);
  const all = Array.from({ length: count }, (_, index) => index);
  const perched = all.slice(0, Math.max(0, home - 1));
  const last = home - 1;
  return (
    <div className={styles.specks} aria-hidden="true">
      <svg className={styles.home} {...view} aria-hidden="true">
        {[0, 1].map((wide) => (
          <path
            key={wide}
            className={wide ? styles.wide : undefined}
            d={dots(perched.filter((index) => index % 2 === wide).map((index) => perch(index, count)))}
          />
        ))}
      </svg>
      {last >= 0 && (
        // The speck that came last: with another one it is another element, which flies in.
        <i
          key={last}
          className={[styles.last, last % 2 && styles.wide, home !== first && styles.lands].filter(Boolean).join(' ')}
          style={landing(adrift(last, count), perch(last, count))}
        />
      )}
      {flying &&
        groups.map((group) => (
          <svg
            key={group}
            className={`${styles.out} ${group % 2 ? styles.wide : ''}`}
            data-group={group}
            {...view}
            aria-hidden="true"
          >
            <path d={dots(all.slice(home).flatMap((index) => (index % 4 === group ? adrift(index, count) : [])))} />
          </svg>
        ))}
    </div>
  );
});

/** In halves of a pixel, as the dots are. */
const view = { viewBox: `0 0 ${arcView.width * 2} ${arcView.height * 2}`, preserveAspectRatio: 'none' } as const;

const landing = (from: OnArc, to: OnArc): CSSProperties =>
  ({
    ...standing(to),
    '--dx': `${(((from.x - to.x) / arcView.width) * 100).toFixed(2)}cqw`,
    '--dy': `${(from.y - to.y).toFixed(1)}px`,
  }) as CSSProperties;

/** At most so many of the reader's birds are named on the dashed part; the others are counted. */
const most_named = 5;
/** The width of the whole arc on a phone and of the last digits of a ring, px: where there is no room, fewer are named. */
const [arc_px, digits_px] = [300, 28];

function Mine({ mine, basketed, home }: { mine: MineOnLine; basketed: number; home: number }) {
  const { locale } = usePage();
  if (mine.home.length + mine.out.length === 0) return null;
  const room = Math.max(1, Math.floor(((1 - home / basketed) * arc_px) / digits_px));
  const named = mine.out.slice(0, Math.min(most_named, room));
  const more = mine.out.length - named.length;
  const places = mineOut(home, basketed, named.length + (more > 0 ? 1 : 0));
  return (
    <div aria-hidden="true">
      {[...new Set(mine.home)].map((rank) => (
        <i key={rank} className={styles.tick} style={standing(placeOnArc((rank - 0.5) / basketed))} />
      ))}
      {named.map(({ pigeon_id, ring }, index) => (
        <b key={pigeon_id} className={styles.ring} style={standing(placeOnArc(places[index]!))}>
          <bdi dir="ltr">{ringParts(ring).digits}</bdi>
        </b>
      ))}
      {more > 0 && (
        <b className={styles.ring} style={standing(placeOnArc(places.at(-1)!))}>
          <bdi dir="ltr">+{formatNumber(locale, more)}</bdi>
        </b>
      )}
    </div>
  );
}

/** What the line says, in words: all that a reader without pictures has of it. */
function Caption({
  basketed,
  home,
  flying,
  within,
  expected,
}: Pick<FieldLineProps, 'basketed' | 'home'> & {
  flying: boolean;
  within: string | null;
  expected: readonly ReactNode[];
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const out = Math.max(0, basketed - home);
  const [before, after] = t(flying ? 'race.still_out' : 'race.not_home', { count: out, n: '|' }).split('|');
  return (
    <p className={styles.caption}>
      <span className="visually-hidden">
        {t('race.share_home', { share: formatShare(locale, Math.floor((100 * home) / basketed) * 100) })}{' '}
      </span>
      {out === 0 ? (
        <b>{t('race.all_home')}</b>
      ) : (
        <>
          <b>
            {before}
            <bdi dir="ltr" className="num">
              {formatNumber(locale, out)}
            </bdi>
            {after}
          </b>
          {flying && within !== null && (
            <span className={`${styles.within} ${expected.length > 0 ? styles.wide_only : ''}`}>
              {t('race.most_within', { distance: within })}
            </span>
          )}
          {flying &&
            expected.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the first bird or half of the field
              <span key={index}>{one}</span>
            ))}
        </>
      )}
    </p>
  );
}
