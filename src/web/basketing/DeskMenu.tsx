/** What a desk needs seldom: since when birds count as present, a reader, the files of the inventory. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { setRollCall } from '#domain/basketing/desk-contract.ts';
import { clockOf, instantOf } from '#domain/day.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './desk.module.css';
import type { DeskView } from './desk-view.ts';
import type { Reader } from './reader.ts';

export interface DeskMenuProps {
  view: DeskView;
  season_id: number;
  reader: Reader;
  /** Gives the field the focus again. */
  focus(): void;
}

export function DeskMenu({ view, season_id, reader, focus }: DeskMenuProps) {
  const { t } = useTranslation();
  const { flight } = view.data!;
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu, focus);
  return (
    <details ref={menu} className={styles.menu}>
      <summary>
        <span aria-hidden="true">⋯</span>
        <span className="visually-hidden">{t('basketing_desk.more')}</span>
      </summary>
      <div>
        <RollCall view={view} season_id={season_id} />
        {reader.canSerial && (
          <button type="button" onClick={() => reader.choose('serial')}>
            <Icon name="scan" />
            {t('basketing_desk.reader_serial')}
          </button>
        )}
        {reader.canHid && (
          <button type="button" onClick={() => reader.choose('hid')}>
            <Icon name="scan" />
            {t('basketing_desk.reader_hid')}
          </button>
        )}
        {reader.failed && <p role="alert">{t('basketing_desk.reader_failed')}</p>}
        <a href={`${seasonAdminPath(season_id)}/flights/${flight.id}`}>
          <Icon name="download" />
          {t('inventory.title')}
        </a>
        <a href={`${seasonAdminPath(season_id)}/flights/${flight.id}/labels.pdf`} download>
          <Icon name="download" />
          {t('inventory.labels')}
        </a>
      </div>
    </details>
  );
}

/** An open menu covers what is below it: Escape and a touch elsewhere close it. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>, focus: () => void): void {
  useEffect(() => {
    const close = (event: Event) => {
      const { key } = event as KeyboardEvent;
      const isElsewhere = event.type === 'pointerdown' && !menu.current?.contains(event.target as Node);
      if (!menu.current?.open || !(isElsewhere || key === 'Escape')) return;
      menu.current.open = false;
      if (key === 'Escape') focus();
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, [menu, focus]);
}

/** The moment since when a reading at the loft says that a bird is present. */
function RollCall({ view, season_id }: Pick<DeskMenuProps, 'view' | 'season_id'>) {
  const { t } = useTranslation();
  const { loft, flight, present_since } = view.data!;
  const known = present_since === null ? '' : localOf(present_since, loft.time_zone);
  const [typed, setTyped] = useState(known);
  const [failed, setFailed] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const [date, time] = typed.split('T') as [string, string];
        const since = typed === '' ? null : new Date(instantOf({ date, time }, loft.time_zone)).toISOString();
        const params = { season_id, flight_id: flight.id };
        send(setRollCall, { params, body: { since } }).then(
          () => setFailed(false),
          () => setFailed(true),
        );
      }}
    >
      <label>
        {t('basketing_desk.present_since')}
        <input type="datetime-local" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
      <button type="submit">{t('basketing_desk.set')}</button>
      {failed && <p role="alert">{t('basketing_desk.no_network')}</p>}
    </form>
  );
}

function localOf(instant: string, time_zone: string): string {
  const { date, time } = clockOf(Date.parse(instant), time_zone);
  return `${date}T${time}`;
}
