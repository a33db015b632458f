/**
 * The basketing desk (mocks 14 to 14d): one field that keeps the focus, one answer that fills the screen, and the sum of
 * the birds, which is always there. It shows what the desk of this device holds, with a network or without.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { deskName } from '#domain/basketing/crates.ts';
import { readDesk, sendDeskEvents } from '#domain/basketing/desk-contract.ts';
import { type InventoryList, inventoryOf } from '#domain/basketing/inventory.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { listen, store, stored } from '#web/lib/browser-store.ts';
import { type ScanSound, useScanSound } from '#web/lib/scan-sound.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { DeskAnswer } from './DeskAnswer.tsx';
import { DeskCamera } from './DeskCamera.tsx';
import { DeskContact } from './DeskContact.tsx';
import { DeskCrates } from './DeskCrates.tsx';
import { DeskLeft } from './DeskLeft.tsx';
import { DeskMenu } from './DeskMenu.tsx';
import { DeskRefused } from './DeskRefused.tsx';
import { DeskBefore, DeskGone, DeskNames, DeskSum } from './DeskSum.tsx';
import styles from './desk.module.css';
import type { Desk as OpenDesk } from './desk-view.ts';
import { openDesk } from './device-desk.ts';
import { crateIn, useReader, useTypingReader } from './reader.ts';

export interface DeskFlight {
  season_id: number;
  flight_id: number;
}

/** The desk of this device at a flight. */
export function Desk({ season_id, flight_id }: DeskFlight) {
  const [desk, setDesk] = useState<OpenDesk | null>(null);
  useEffect(() => {
    const params = { season_id, flight_id };
    const opened = openDesk(flight_id, {
      read: () => send(readDesk, { params }),
      send: (body) => send(sendDeskEvents, { params, body }),
    });
    setDesk(opened);
    return () => opened.close();
  }, [season_id, flight_id]);
  return desk ? <DeskScreen desk={desk} season_id={season_id} /> : <Opening />;
}

/** The room of the desk until its script and its birds are there. */
function Opening() {
  const { t } = useTranslation();
  return (
    <Frame>
      <div className={styles.scan} />
      <p className={`${styles.answer} ${styles.quiet}`} role="status">
        {t('nav.loading')}
      </p>
    </Frame>
  );
}

function Frame({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.desk}>
      <h1 className={styles.title}>{t('basketing_desk.title')}</h1>
      {children}
    </div>
  );
}

const hiddenTeam = 'basketing-team';
const isTeamShown = () => stored(hiddenTeam) === 'shown';

/** Plays the tone of each answer before the page is drawn: the person with the bird in hand waits for it. */
function useTones(desk: OpenDesk, play: ScanSound['play']): void {
  useEffect(() => {
    let { heard } = desk.view();
    return desk.listen(() => {
      const view = desk.view();
      if (view.heard === heard) return;
      heard = view.heard;
      if (view.answer && view.answer.kind !== 'which') play(view.answer.kind === 'no' ? 'wrong' : 'right');
    });
  }, [desk, play]);
}

/** A desk as it is shown. */
export function DeskScreen({ desk, season_id }: { desk: OpenDesk; season_id: number }) {
  const { t } = useTranslation();
  const view = useSyncExternalStore(desk.listen, desk.view, desk.view);
  const [list, setList] = useState<InventoryList | null>(null);
  const [moving, setMoving] = useState<number | null>(null);
  const [isCounting, setCounting] = useState(false);
  const isShown = useSyncExternalStore(listen, isTeamShown, () => false);
  const field = useRef<HTMLInputElement>(null);
  const { answer } = view;
  const sound = useScanSound();
  useTones(desk, sound.play);
  const focus = useCallback(() => field.current?.focus(), []);
  const phase = view.phase;
  const as = isCounting ? 'present' : 'in';
  const read = useCallback(
    (text: string, digits = ''): Promise<void> => {
      // A change of the state would draw the page before the answer.
      if (moving !== null) setMoving(null);
      const crate = crateIn(text);
      return crate === null ? desk.scan(text, as, digits) : desk.openCrate(crate);
    },
    [desk, as, moving],
  );
  const reader = useReader(read);
  // A text stays in the field until its answer, or the next key: the emptied field would be drawn before the tone.
  const isRead = useRef(false);
  /** Digits that stay because more of them are asked for. */
  const few = useRef('');
  const empty = useCallback(() => {
    if (!isRead.current || !field.current) return;
    isRead.current = false;
    field.current.value = '';
  }, []);
  const readField = useCallback(() => {
    const { current } = field;
    if (!current || isRead.current) return;
    isRead.current = true;
    const digits = few.current;
    few.current = '';
    void read(current.value, digits).finally(() => {
      const { answer: given } = desk.view();
      if (given?.kind !== 'which' || given.birds.length) return empty();
      // More digits are asked for: they stand before those that were typed.
      isRead.current = false;
      few.current = current.value;
      current.setSelectionRange(0, 0);
    });
  }, [desk, read, empty]);
  const onKey = useTypingReader(
    readField,
    // A chip is read instead of more digits.
    useCallback(() => {
      const { current } = field;
      if (current && few.current && current.value.endsWith(few.current))
        current.value = current.value.slice(0, -few.current.length);
      few.current = '';
    }, []),
  );
  useEffect(() => {
    if (phase === 'ready') focus();
  }, [phase, focus]);

  if (view.phase === 'elsewhere')
    return (
      <Frame>
        <p className={styles.notice}>{t('basketing_desk.elsewhere')}</p>
      </Frame>
    );
  if (view.phase === 'not_found')
    return (
      <Frame>
        <p className={styles.notice}>{t('refusals.not_found')}</p>
      </Frame>
    );
  if (view.phase === 'no_data')
    return (
      <Frame>
        <p className={styles.notice}>
          {t(view.contact === 'signed_out' ? 'basketing_desk.sign_in_again' : 'basketing_desk.no_data')}
        </p>
      </Frame>
    );
  if (!view.data || !view.own) return <Opening />;
  const inventory = inventoryOf(view.birds.values(), view.state.standings);

  return (
    // The field has the focus again after every touch: a scanner types wherever the focus is.
    // biome-ignore lint/a11y/noStaticElementInteractions: the touches themselves are those of buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
    <div
      className={styles.desk}
      onClick={({ target }) => {
        if (!(target as Element).closest('a, details')) focus();
      }}
    >
      <header className={styles.top}>
        <a
          className={styles.back}
          href={`${seasonAdminPath(season_id)}/flights/${view.data.flight.id}`}
          title={t('basketing_desk.back')}
        >
          <span aria-hidden="true">←</span>
          <span className="visually-hidden">{t('basketing_desk.back')}</span>
        </a>
        <div>
          <h1 className={styles.title}>
            <bdi>{view.data.flight.name}</bdi>
          </h1>
          <p>
            {t('basketing_desk.title')} · {t('basketing_desk.desk', { desk: deskName(view.own.desk) })}
          </p>
        </div>
        <div className={styles.switches}>
          <button type="button" aria-pressed={isCounting} onClick={() => setCounting(!isCounting)}>
            <Icon name="list" />
            <span>{t('basketing_desk.roll_call')}</span>
          </button>
          <button type="button" aria-pressed={!isShown} onClick={() => store(hiddenTeam, isShown ? null : 'shown')}>
            <Icon name={isShown ? 'eye' : 'hidden'} />
            <span>{t('basketing_desk.team_hidden')}</span>
          </button>
          <button type="button" aria-pressed={sound.on} onClick={() => sound.set(!sound.on)}>
            <Icon name={sound.on ? 'sound' : 'mute'} />
            <span>{t('live.sound')}</span>
          </button>
          <button type="button" disabled={!view.can_undo} onClick={() => void desk.undo()}>
            <Icon name="undo" />
            <span>{t('basketing_desk.undo')}</span>
          </button>
          <DeskMenu {...{ view, season_id, reader, focus }} />
        </div>
      </header>
      <DeskContact view={view} />
      <DeskLeft view={view} takeOver={desk.takeOver} />
      <form
        className={styles.scan}
        onSubmit={(event) => {
          event.preventDefault();
          readField();
        }}
      >
        <Icon name="scan" size={30} />
        <input
          ref={field}
          onKeyDown={(event) => {
            empty();
            onKey(event);
          }}
          onBeforeInput={empty}
          aria-label={t('basketing_desk.scan')}
          placeholder={t('basketing_desk.scan')}
          dir="ltr"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          data-scan
        />
        {reader.isReady && (
          <span className={styles.ready}>
            <Icon name="check" />
            {t('basketing_desk.reader_ready')}
          </span>
        )}
        <DeskCamera onRead={read} />
      </form>
      <DeskGone birds={inventory.gone} takeOut={(pigeon_id) => void desk.takeOut(pigeon_id)} />
      {view.refused.length > 0 && <DeskRefused view={view} settle={desk.settle} />}
      <div className={styles.middle}>
        <div className={styles.left}>
          <div aria-live="assertive">
            <DeskAnswer
              {...{ answer, view, desk, as }}
              isTeamShown={isShown}
              move={(pigeon_id) => setMoving(pigeon_id)}
              isMoving={moving !== null}
            />
          </div>
          <DeskBefore view={view} />
        </div>
        <DeskCrates
          view={view}
          choose={(crate) => {
            if (moving === null) void desk.openCrate(crate);
            else void desk.move(moving, crate);
            setMoving(null);
          }}
          next={() => void desk.nextCrate()}
        />
      </div>
      <DeskSum {...{ inventory, list }} open={(one) => setList(one === list ? null : one)} />
      {list && <DeskNames key={list} birds={inventory.lists[list]} {...{ view }} isTeamShown={isShown} />}
    </div>
  );
}
