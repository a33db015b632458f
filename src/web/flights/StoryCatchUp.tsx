/** For who comes late: what happened since the release, or since the reader was here last, in five sentences. */
import { useEffect, useState } from 'react';
import { catchUp } from '#domain/arrivals/race-story.ts';
import { store, stored } from '#web/lib/browser-store.ts';
import { formatMoment } from '#web/lib/intl.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { EventLine, isOf } from './StoryEvents.tsx';
import styles from './story.module.css';
import { type CommentaryEvent, keyOf, type StoryReader } from './story-words.ts';

export interface CatchUpProps {
  /** In the order of time. */
  events: readonly CommentaryEvent[];
  reader: StoryReader;
  mine: ReadonlySet<number>;
}

export function CatchUp({ events, reader, mine }: CatchUpProps) {
  const { t } = useTranslation();
  const { flight, locale } = reader;
  const visit = useLastVisit(flight.id, events.at(-1)?.at_ms ?? 0);
  const [isSinceVisit, setSinceVisit] = useState(false);
  const shown = catchUp(events, isSinceVisit && visit ? visit.read_ms : null);
  const time = visit ? formatMoment(locale, visit.at_ms, Date.now()) : '';
  return (
    <section className={panel.panel} aria-labelledby="catch-up">
      <div className={panel.head}>
        <h2 id="catch-up">{t('story.catch_up')}</h2>
        <small>{t(isSinceVisit ? 'story.since_visit' : 'story.since_release')}</small>
      </div>
      {shown.length === 0 && <p className={styles.nothing}>{t('story.nothing_new', { time })}</p>}
      <ol className={styles.events}>
        {shown.map((event) => (
          <EventLine key={keyOf(event)} event={event} reader={reader} mine={isOf(event, mine)} />
        ))}
      </ol>
      {events.some(({ kind }) => kind === 'late') && <p className={styles.means}>{t('story.late_means')}</p>}
      {/* One or the other: nothing moves when it is known that the reader was here before. */}
      <div className={styles.since}>
        {visit ? (
          <button type="button" aria-pressed={isSinceVisit} onClick={() => setSinceVisit(!isSinceVisit)}>
            {t('story.since_look', { time })}
          </button>
        ) : (
          <p>{t('story.next_visit')}</p>
        )}
      </div>
    </section>
  );
}

interface Visit {
  /** Up to which moment of the race it was read, and when that was by the reader's clock, epoch ms. */
  read_ms: number;
  at_ms: number;
}

/** Left sooner it was not read. */
const read_after_ms = 5000;

/** The reader's visit before this one; null: there was none, or it is not known yet. */
function useLastVisit(flight_id: number, read_ms: number): Visit | null {
  const name = `story.${flight_id}`;
  const [last, setLast] = useState<Visit | null>(null);
  useEffect(() => {
    const [read, at] = (stored(name) ?? '').split(' ').map(Number);
    if (read && at) setLast({ read_ms: read, at_ms: at });
  }, [name]);
  useEffect(() => {
    const remember = () => store(name, `${read_ms} ${Date.now()}`);
    const timer = setTimeout(() => {
      if (document.hidden) return;
      remember();
      addEventListener('pagehide', remember);
    }, read_after_ms);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', remember);
    };
  }, [name, read_ms]);
  return last;
}
