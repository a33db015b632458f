/** The history of a pigeon: changes with time, author and reason, and its chips. */
import type { PigeonChange, WornChip } from '#domain/pigeons/admin-contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Arrow } from '#web/ui/Arrow.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';

export interface PigeonHistoryProps {
  changes: readonly PigeonChange[];
  chips: readonly WornChip[];
  time_zone: string;
}

export function PigeonHistory({ changes, chips, time_zone }: PigeonHistoryProps) {
  const { t } = useTranslation();
  // Chips of an imported result have no start: the epoch stands for it.
  const at = (instant: string) =>
    Date.parse(instant) > 0 ? <Moment at_ms={Date.parse(instant)} time_zone={time_zone} short /> : '–';
  return (
    <>
      {changes.length > 0 && (
        <section className={panel.panel} aria-labelledby="past">
          <div className={panel.head}>
            <h2 id="past">{t('entries.past')}</h2>
          </div>
          <Table caption={t('entries.past')} cards>
            <thead>
              <tr>
                <th scope="col">{t('rights.when')}</th>
                <th scope="col">{t('admin.state')}</th>
                <th scope="col">{t('entries.by')}</th>
                <th scope="col">{t('entries.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ at: instant, from, to, by, reason }) => (
                <tr key={`${instant} ${from} ${to}`}>
                  <td>{at(instant)}</td>
                  <td data-label={t('admin.state')}>
                    <span>
                      {t(`pigeon_status.${from}`)} <Arrow /> <b>{t(`pigeon_status.${to}`)}</b>
                    </span>
                  </td>
                  <td data-label={t('entries.by')}>
                    <bdi>{by ? (nameOf(by) ?? t('rights.unnamed')) : t('entries.automatic')}</bdi>
                  </td>
                  <td data-label={t('entries.reason')}>
                    <bdi>{reason ?? '–'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      {chips.length > 0 && (
        <section className={panel.panel} aria-labelledby="chips">
          <div className={panel.head}>
            <h2 id="chips">{t('entries.chips')}</h2>
          </div>
          <Table caption={t('entries.chips')} cards>
            <thead>
              <tr>
                <th scope="col">{t('entries.chip')}</th>
                <th scope="col">{t('notifications.from')}</th>
                <th scope="col">{t('notifications.to')}</th>
                <th scope="col">{t('entries.by')}</th>
                <th scope="col">{t('entries.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {chips.map(({ chip, from, until, by, reason }) => (
                <tr key={`${chip} ${from}`}>
                  <td>
                    <bdi dir="ltr" className="num">
                      {chip}
                    </bdi>
                  </td>
                  <td data-label={t('notifications.from')}>{at(from)}</td>
                  <td data-label={t('notifications.to')}>{until ? at(until) : '–'}</td>
                  <td data-label={t('entries.by')}>
                    <bdi>{by ? (nameOf(by) ?? t('rights.unnamed')) : '–'}</bdi>
                  </td>
                  <td data-label={t('entries.reason')}>
                    <bdi>{reason ?? '–'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </>
  );
}
