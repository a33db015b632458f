/** What is told of arrivals beside the board: to screen readers one sentence for all and one for each own bird, and in the title. */
import { useEffect, useRef, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { factText } from '#web/lib/bird-facts.ts';
import { flightPath } from '#web/lib/paths.ts';
import { isMine, type Mine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Alerts } from './browser-alerts.ts';
import type { LiveView } from './live-board.ts';
import { showAlert } from './show-alert.ts';

interface AnnouncersProps extends MyAnnouncerProps {
  flight: Flight;
  title: string;
  /** By the live board; 0 where there is none. */
  home_count: number;
  view: LiveView;
  mine: Mine;
  alerts: Alerts;
}

export function Announcers({ flight, title, home_count, landed, view, mine, alerts }: AnnouncersProps) {
  useTitle(title, flight.status === 'released' ? home_count : 0);
  useLandedAlerts(flight, landed, alerts);
  return (
    <>
      <Announcer view={view} mine={mine} />
      <MyAnnouncer landed={landed} view={view} />
    </>
  );
}

/** How many birds are home, in the title of the tab while the race is in the air. */
function useTitle(title: string, home_count: number): void {
  useEffect(() => {
    document.title = home_count > 0 ? `(${home_count}) ${title}` : title;
  }, [title, home_count]);
}

/** An alert for each of the reader's birds that lands while alerts are on. */
function useLandedAlerts(flight: Flight, landed: readonly Bird[], { state, noteBroken }: Alerts): void {
  const { t } = useTranslation();
  const shown = useRef(0);
  useEffect(() => {
    const birds = landed.slice(shown.current);
    shown.current = landed.length;
    if (state !== 'on') return;
    for (const { ring } of birds)
      void showAlert(t('mine.landed', { ring }), flight.name, flightPath(flight)).catch(noteBroken);
  }, [flight, landed, state, noteBroken, t]);
}

/** Announces arrivals, one sentence at a time; of a single bird of the reader's own {@link MyAnnouncer} says more. */
function Announcer({ view, mine }: { view: LiveView; mine: Mine }) {
  const { t } = useTranslation();
  const { announced } = view;
  const bird = announced && view.birds.get(announced.pigeon_id);
  const ring = bird && !(announced.count === 1 && isMine(mine, bird)) && bird.ring;
  return (
    <p className="visually-hidden" aria-live="polite">
      {announced && ring && t('live.arrived', { count: announced.count, ring, rank: announced.rank })}
    </p>
  );
}

export interface MyAnnouncerProps {
  /** The reader's birds that landed while the page was open. */
  landed: readonly Bird[];
  view: Pick<LiveView, 'ranked' | 'indexOf'>;
}

/** Says each of the reader's birds once, when it comes home: its name and its rank. */
export function MyAnnouncer({ landed, view: { ranked, indexOf } }: MyAnnouncerProps) {
  const { t } = useTranslation();
  const said = useRef(new Set<number>());
  const [text, say] = useState('');
  useEffect(() => {
    const sentences = landed.flatMap((bird) => {
      const { pigeon_id, ring } = bird;
      // While the board is paused its rank is not known yet.
      const line = ranked[indexOf(pigeon_id)];
      if (!line || said.current.has(pigeon_id)) return [];
      said.current.add(pigeon_id);
      const name = factText(t, 'name', bird);
      return t('mine.came_home', { bird: name ? `${name}, ${ring}` : ring, rank: line.rank });
    });
    if (sentences.length) say(sentences.join(' '));
  }, [landed, ranked, indexOf, t]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
