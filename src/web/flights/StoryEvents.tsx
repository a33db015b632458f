/** The commentary of a race, the newest first, with the reader's birds in yellow; its sentences can be announced. */
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { clockTime, formatWeekday, isoDay } from '#web/lib/intl.ts';
import { placePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './story.module.css';
import { birdOf, type CommentaryEvent, keyOf, type StoryReader, sentenceOf } from './story-words.ts';

/** So many sentences are shown at once, the earlier ones on request. */
const mostShown = 20;

export interface CommentaryProps {
  /** The events of the race; those with the landings of the reader's birds, in the order of time. */
  events: readonly CommentaryEvent[];
  all: readonly CommentaryEvent[];
  reader: StoryReader;
  mine: ReadonlySet<number>;
  /** How many of the reader's birds are not home. */
  out: number;
}

export function Commentary({ events, all, reader, mine, out }: CommentaryProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [announces, setAnnounces] = useState(false);
  const [only_mine, setOnlyMine] = useState(false);
  const isMerged = useMerged(list, all !== events && all.length > 0) || only_mine;
  const ofMine = all.filter((event) => isOf(event, mine));
  const newest = (only_mine ? ofMine : isMerged ? all : events).toReversed();
  const home = ofMine.filter(({ kind }) => kind === 'mine' || kind === 'first' || kind === 'lead').length;
  const rest = newest.slice(mostShown);
  return (
    <section className={panel.panel} aria-labelledby="commentary">
      <div className={`${panel.head} ${styles.commentary_head}`}>
        <h2 id="commentary">{t('story.title')}</h2>
        <small>{t('story.newest')}</small>
        <span className={styles.switches}>
          <button
            type="button"
            className={styles.switch}
            aria-pressed={announces}
            onClick={() => setAnnounces(!announces)}
          >
            <Icon name="sound" size={18} />
            {t('story.announce')}
          </button>
          {/* Its room is kept until it is known whether the reader has birds. */}
          <button
            type="button"
            className={`${styles.switch} ${home + out > 0 ? '' : 'awaited'}`}
            aria-pressed={only_mine}
            onClick={() => setOnlyMine(!only_mine)}
          >
            <Icon name="pin" size={18} />
            <span>{t('mine.title')}</span>
          </button>
        </span>
      </div>
      <ol ref={list} className={styles.events}>
        {newest.slice(0, mostShown).map((event) => (
          <EventLine key={keyOf(event)} event={event} reader={reader} mine={isOf(event, mine)} />
        ))}
      </ol>
      {rest.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('story.earlier', { n: rest.length })}</summary>
          <ol className={styles.events}>
            {rest.map((event) => (
              <EventLine key={keyOf(event)} event={event} reader={reader} mine={isOf(event, mine)} />
            ))}
          </ol>
        </details>
      )}
      <Announcement events={all} reader={reader} on={announces} />
    </section>
  );
}

export const isOf = (event: CommentaryEvent, mine: ReadonlySet<number>): boolean =>
  'pigeon_id' in event && mine.has(event.pigeon_id);

/**
 * Whether the landings of the reader's birds stand in the list: at once where it is below the window, else after the
 * first touch, because rows that come between others under the eye move what is read.
 */
function useMerged(list: RefObject<HTMLElement | null>, hasMine: boolean): boolean {
  const [merged, setMerged] = useState(false);
  useEffect(() => {
    if (!hasMine || merged) return;
    const merge = () => setMerged(true);
    if ((list.current?.getBoundingClientRect().top ?? 0) > innerHeight) merge();
    for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, merge);
    return () => {
      for (const name of ['pointerdown', 'keydown'] as const) removeEventListener(name, merge);
    };
  }, [list, hasMine, merged]);
  return merged;
}

export const EventLine = memo(function EventLine({
  event,
  reader,
  mine,
}: {
  event: CommentaryEvent;
  reader: StoryReader;
  mine: boolean;
}) {
  const { flight, loft, locale } = reader;
  const { time_zone } = loft;
  const isOtherDay =
    flight.release_time !== null &&
    isoDay(event.at_ms, time_zone) !== isoDay(Date.parse(flight.release_time), time_zone);
  return (
    <li className={mine ? styles.mine : undefined}>
      <span className={styles.at}>
        {isOtherDay && <small suppressHydrationWarning>{formatWeekday(locale, event.at_ms, time_zone)}</small>}
        <time dir="ltr" className="num">
          {clockTime(event.at_ms, time_zone).time}
        </time>
      </span>
      <Sentence event={event} reader={reader} />
    </li>
  );
});

/** Stands for the bird of a sentence, wherever the language puts it. */
const mark = '\u0001';

/** A sentence with its bird as a link to how its place came about. */
function Sentence({ event, reader }: { event: CommentaryEvent; reader: StoryReader }) {
  const { t } = useTranslation();
  const bird = birdOf(event, reader.birds);
  const [before, after] = sentenceOf(event, reader, mark).split(mark);
  const lost = event.kind === 'mine' ? event.lost : 0;
  return (
    <p suppressHydrationWarning>
      {before}
      {bird && after !== undefined && (
        <>
          <Link to={placePath(reader.flight, bird.pigeon_id)}>
            <Ring ring={bird.ring} />
          </Link>
          {(bird.team ?? bird.fancier) !== null && (
            <>
              {' '}
              <bdi className={styles.team}>{bird.team ?? bird.fancier}</bdi>
            </>
          )}
        </>
      )}
      {after}
      {lost !== 0 && (
        <small className={styles.moved}>
          <Icon name={lost > 0 ? 'fall' : 'rise'} size={14} />
          {t(lost > 0 ? 'board.down' : 'board.up', { count: Math.abs(lost) })}
        </small>
      )}
    </p>
  );
}

/** The most new sentences that are announced at once. */
const mostAnnounced = 2;

/** Announces what is new to those who listen: at most two sentences at once, the last ones. */
function Announcement({
  events,
  reader,
  on,
}: {
  events: readonly CommentaryEvent[];
  reader: StoryReader;
  on: boolean;
}) {
  const known = useRef<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  // What is said stays until there is more: a text that is only taken away is not read.
  useEffect(() => {
    const before = known.current;
    known.current = new Set(events.map(keyOf));
    if (!on) return setWords('');
    const fresh = events.filter((event) => !before.has(keyOf(event)));
    if (fresh.length > 0)
      setWords(
        fresh
          .slice(-mostAnnounced)
          .map((event) => sentenceOf(event, reader))
          .join(' '),
      );
  }, [events, reader, on]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  );
}
