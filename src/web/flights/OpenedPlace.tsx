/** The panel with the place of a bird: a file of its own, for few of those who read a board open one. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readPlace } from '#domain/arrivals/place-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Away } from './MissingPart.tsx';
import { Place } from './Place.tsx';
import styles from './place.module.css';

export interface OpenedPlaceProps {
  flight: Flight;
  loft: Loft;
  pigeon_id: number;
  version: string;
}

export function OpenedPlace({ flight, loft, pigeon_id, version }: OpenedPlaceProps) {
  const { t } = useTranslation();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const answer = usePlace(flight, pigeon_id, version);
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is removed, it gives the focus back to the time that opened it.
  useLayoutEffect(() => {
    const panel = dialog.current;
    panel?.showModal();
    return () => panel?.close();
  }, []);

  const close = () => {
    if ((state as { isOpened?: boolean } | null)?.isOpened) void navigate(-1);
    else void navigate({ search }, { replace: true, preventScrollReset: true });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes with Escape too
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-labelledby="why"
      aria-busy={answer === null}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target }) => {
        // The backdrop is the dialog itself.
        if (target === dialog.current) close();
      }}
    >
      <div className={styles.inside}>
        {answer && typeof answer !== 'string' ? (
          <Place data={{ flight, loft, ...answer }} heading="h2" />
        ) : (
          <>
            <header className={styles.head}>
              <h2 id="why">{t('place.why')}</h2>
            </header>
            {answer === 'away' && <Away />}
            {answer === 'missing' && <p className={styles.missing}>{t('refusals.not_found')}</p>}
            {answer === null && <div className={styles.loading} />}
          </>
        )}
      </div>
      <button type="button" className={styles.close} aria-label={t('notice.close')} onClick={close}>
        <Icon name="close" size={26} />
      </button>
    </dialog>
  );
}

/** While birds come, what the panel says of the whole field is at most this old, ms. */
const every_ms = 10_000;

/** The place of a bird, read again with each version; the last answer stays until the next one is there. */
function usePlace({ loft_id, id, status }: Flight, pigeon_id: number, version: string) {
  const [answer, setAnswer] = useState<ReplyOf<typeof readPlace> | 'away' | 'missing' | null>(null);
  const isLive = status === 'released';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another answer
  useEffect(() => {
    let isOver = false;
    const read = () => {
      send(readPlace, { params: { loft_id, flight_id: id, pigeon_id } }).then(
        (reply) => !isOver && setAnswer(reply),
        (error: unknown) => {
          if (isOver) return;
          const no = isRefusal(error) && error.code === 'not_found' ? 'missing' : 'away';
          setAnswer((before) => (before && typeof before !== 'string' ? before : no));
        },
      );
    };
    read();
    addEventListener('online', read);
    const timer = isLive ? setInterval(read, every_ms) : undefined;
    return () => {
      isOver = true;
      removeEventListener('online', read);
      clearInterval(timer);
    };
  }, [loft_id, id, pigeon_id, version, isLive]);
  return answer;
}
