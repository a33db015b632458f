/**
 * The last birds home, the newest first, beside the board, and changes of places: an arrival is an event, whatever its
 * rank.
 */
import { memo } from 'react';
import { latestFirst, type Ranked } from '#domain/arrivals/rank.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { isMine, type Mine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { type Happening, mostHappenings } from './board-events.ts';
import { type BoardLine, liveLine } from './board-line.ts';
import styles from './just-in.module.css';
import type { LiveView } from './live-board.ts';

export interface LandedLine extends Pick<BoardLine, 'rank' | 'time_ms'> {
  bird: Pick<Bird, 'pigeon_id' | 'ring' | 'team_id' | 'team' | 'fancier' | 'country'>;
}

export type JustInLine =
  | { kind: 'landed'; line: LandedLine }
  | (Exclude<Happening, { kind: 'landed' }> & { ring: string });

export interface JustInProps {
  loft: Loft;
  lines: readonly JustInLine[];
  fresh: ReadonlySet<number>;
  mine: Mine;
}

export function JustIn({ loft, lines, fresh, mine }: JustInProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="just-in">
      <div className={panel.head}>
        <h2 id="just-in">{t('just_in.title')}</h2>
        <small>{t('just_in.newest')}</small>
      </div>
      {lines.length === 0 && <p className={styles.none}>{t('just_in.none')}</p>}
      <ol className={styles.feed}>
        {lines.map((one, place) =>
          one.kind === 'landed' ? (
            <Landed
              // biome-ignore lint/suspicious/noArrayIndexKey: a line that moves down changes its text, and no box moves
              key={place}
              bird={one.line.bird}
              rank={one.line.rank}
              time_ms={one.line.time_ms}
              loft={loft}
              fresh={fresh.has(one.line.bird.pigeon_id)}
              mine={isMine(mine, one.line.bird)}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={place} className={styles.note}>
              <At at_ms={one.at_ms} loft={loft} />
              <span>{t(noteKey(one), { ...one })}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

interface LandedProps extends LandedLine {
  loft: Loft;
  fresh: boolean;
  mine: boolean;
}

const Landed = memo(function Landed({ bird, rank, time_ms, loft, fresh, mine }: LandedProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <li className={[mine && styles.mine, fresh && styles.fresh].filter(Boolean).join(' ')}>
      {time_ms !== null && <At at_ms={time_ms} loft={loft} />}
      <span className={styles.who}>
        <Flag country={bird.country} width={20} />
        <span>
          <Ring ring={bird.ring} />
          <small>
            <bdi>{bird.team ?? bird.fancier}</bdi>
          </small>
        </span>
      </span>
      {rank !== null && (
        <b className="num">
          <span className="visually-hidden">{t('board.rank')} </span>
          {formatNumber(locale, rank)}
        </b>
      )}
    </li>
  );
});

function At({ at_ms, loft }: { at_ms: number; loft: Loft }) {
  return (
    <time dir="ltr" className="num">
      {clockTime(at_ms, loft.time_zone).time}
    </time>
  );
}

function noteKey(note: Exclude<JustInLine, { kind: 'landed' }>) {
  if (note.kind === 'withdrawn') return 'just_in.withdrawn';
  if (note.to === note.from) return 'just_in.corrected';
  return note.to < note.from ? 'just_in.up' : 'just_in.down';
}

/** Events since the page was opened, then the last birds before that. */
export function justInLines(view: LiveView): JustInLine[] {
  const seen = new Set(view.events.happenings.map(({ pigeon_id }) => pigeon_id));
  const lines = view.events.happenings.flatMap((one): JustInLine[] => {
    if (one.kind === 'landed') return landed(view, view.ranked[view.indexOf(one.pigeon_id)]);
    const ring = view.birds.get(one.pigeon_id)?.ring;
    return ring ? [{ ...one, ring }] : [];
  });
  for (const line of latestFirst(view.ranked)) {
    if (lines.length >= mostHappenings) break;
    if (!seen.has(line.pigeon_id)) lines.push(...landed(view, line));
  }
  return lines.slice(0, mostHappenings);
}

function landed(view: LiveView, ranked: Ranked | undefined): JustInLine[] {
  const line = liveLine(view, ranked);
  return line ? [{ kind: 'landed', line }] : [];
}
