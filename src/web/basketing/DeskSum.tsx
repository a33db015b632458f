/** The sum of the birds, which is always there, the names behind each of its numbers, and what went in last. */

import { useEffect, useRef } from 'react';
import type { ShownBird } from '#domain/basketing/desk-contract.ts';
import { type Inventory, type InventoryList, inventoryLists } from '#domain/basketing/inventory.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { races } from '#domain/pigeons/status.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './desk.module.css';
import type { DeskView } from './desk-view.ts';

/** The birds that went in before the last one. */
export function DeskBefore({ view }: { view: DeskView }) {
  const { t } = useTranslation();
  const { answer, before } = view;
  const shown = before
    .filter(({ pigeon_id }) => answer?.kind !== 'in' || answer.bird.pigeon_id !== pigeon_id)
    .slice(0, 4);
  if (!shown.length) return null;
  return (
    <div className={styles.before}>
      <span>{t('basketing_desk.before')}</span>
      <ol>
        {shown.map(({ pigeon_id, ring, crate, number }) => (
          <li key={pigeon_id}>
            <b className="num">{ringParts(ring).digits || ring}</b>{' '}
            <bdi dir="ltr" className="num" title={`${t('basketing_desk.crate')} · ${t('basketing_desk.bird')}`}>
              {`${crate} · ${number}`}
            </bdi>
          </li>
        ))}
      </ol>
    </div>
  );
}

export interface DeskSumProps {
  inventory: Inventory<ShownBird>;
  list: InventoryList | null;
  open(list: InventoryList): void;
}

/** Birds = basketed + held back + present + unaccounted; each number opens its names. */
export function DeskSum({ inventory: { total, all, lists }, list, open }: DeskSumProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <div className={styles.sum}>
      <p>
        <b className="num">{formatNumber(locale, total)}</b> {t('basketing_desk.birds')}
        {all > total && (
          <small>
            {t('basketing_desk.of_season', {
              all: formatNumber(locale, all),
              gone: formatNumber(locale, all - total),
            })}
          </small>
        )}
      </p>
      {inventoryLists.map((one, i) => (
        <div key={one}>
          <span aria-hidden="true">{i ? '+' : '='}</span>
          <button
            type="button"
            className={`${styles[one]} ${one === 'unaccounted' && lists[one].length ? styles.open : ''}`}
            aria-expanded={one === list}
            data-list={one}
            onClick={() => open(one)}
          >
            <b className="num">{formatNumber(locale, lists[one].length)}</b> {t(`basketing_desk.list_${one}`)}
          </button>
        </div>
      ))}
    </div>
  );
}

export interface DeskNamesProps {
  birds: readonly ShownBird[];
  view: DeskView;
  isTeamShown: boolean;
}

/** Names of a list; a longer one is a matter for the exports. */
const mostNames = 500;

export function DeskNames({ birds, view, isTeamShown: isShown }: DeskNamesProps) {
  const { t } = useTranslation();
  const names = useRef<HTMLDivElement>(null);
  // On a phone they begin below the window.
  useEffect(() => {
    names.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={names} className={styles.listed}>
      {birds.length ? (
        <Names {...{ birds, view, isShown }} />
      ) : (
        <p className={styles.notice}>{t('basketing_desk.names_none')}</p>
      )}
    </div>
  );
}

function Names({ birds, view, isShown }: Omit<DeskNamesProps, 'isTeamShown'> & { isShown: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const inOrder = birds.toSorted((a, b) => (a.ring < b.ring ? -1 : 1)).slice(0, mostNames);
  const number = (n: number) => formatNumber(locale, n);
  return (
    <ul className={styles.names}>
      {birds.length > mostNames && (
        <li>{t('paging.rows', { from: number(1), to: number(mostNames), total: number(birds.length) })}</li>
      )}
      {inOrder.map((bird) => {
        const standing = view.state.standings.get(bird.pigeon_id);
        return (
          <li key={bird.pigeon_id}>
            <Ring ring={bird.ring} />
            {isShown && bird.team && <bdi>{bird.team}</bdi>}
            {standing?.list === 'basketed' && standing.crate !== null && (
              <span>
                {t('basketing_desk.crate')} <b className="num">{standing.crate}</b> · {t('basketing_desk.bird')}{' '}
                <b className="num">{standing.number}</b>
              </span>
            )}
            {standing && standing.list !== 'present' && standing.reason && <span>{standing.reason}</span>}
            {standing?.list === 'present' && standing.later && <span>{t('basketing_desk.later_mark')}</span>}
            {standing?.list !== 'basketed' && !races(bird.health) && <span>{t(`pigeon_status.${bird.health}`)}</span>}
            {!standing && bird.location !== 'at_loft' && <span>{t('basketing_desk.not_here')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Basketed birds that are lost or dead by now: they come off the list, by name. */
export function DeskGone({ birds, takeOut }: { birds: readonly ShownBird[]; takeOut: (pigeon_id: number) => void }) {
  const { t } = useTranslation();
  if (!birds.length) return null;
  return (
    <section className={styles.refused} aria-labelledby="gone">
      <h2 id="gone">
        {t('basketing_desk.gone')} <b className="num">{birds.length}</b>
      </h2>
      <ul>
        {birds.map((bird) => (
          <li key={bird.pigeon_id}>
            <Ring ring={bird.ring} />
            <span>{t(`pigeon_status.${bird.health}`)}</span>
            <button type="button" onClick={() => takeOut(bird.pigeon_id)}>
              <Icon name="undo" />
              {t('basketing_desk.take_out')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
