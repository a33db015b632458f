/** The clocks of a loft with the states of the device pages, and their missing readings. */
import type { ClockAtWork } from '#domain/overview/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DeviceState } from '#web/ui/DeviceState.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import styles from './overview.module.css';

export function Clocks({ clocks, time_zone }: { clocks: readonly ClockAtWork[]; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const silent = clocks.filter(({ state }) => state === 'silent').length;
  const about = (
    <>
      <bdi className="num">{formatNumber(locale, clocks.length)}</bdi>
      {silent > 0 && (
        <>
          {' · '}
          {t('devices.silent')} <bdi className="num">{formatNumber(locale, silent)}</bdi>
        </>
      )}
    </>
  );
  return (
    <FoldedPanel id="clocks" title={t('overview.clocks')} about={about}>
      {clocks.length === 0 ? (
        <p className={styles.quiet}>{t('overview.no_clocks')}</p>
      ) : (
        <Table caption={t('overview.clocks')} cards>
          <thead>
            <tr>
              <th scope="col">{t('overview.clock')}</th>
              <th scope="col">{t('admin.state')}</th>
              <th scope="col">{t('devices.last_contact')}</th>
              <th scope="col" className={table.figure}>
                {t('devices.day_readings')}
              </th>
            </tr>
          </thead>
          <tbody>
            {clocks.map(({ device_id, name, state, last_contact_at, day_readings, missing_readings }) => (
              <tr key={device_id}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td data-label={t('admin.state')}>
                  <DeviceState state={state} />
                </td>
                <td data-label={t('devices.last_contact')}>
                  {last_contact_at === null ? (
                    '–'
                  ) : (
                    <Moment at_ms={Date.parse(last_contact_at)} time_zone={time_zone} short />
                  )}
                </td>
                <td data-label={t('devices.day_readings')} className={table.figure}>
                  <bdi className="num">{formatNumber(locale, day_readings)}</bdi>
                  {missing_readings > 0 && <small>{t('overview.owes', { count: missing_readings })}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </FoldedPanel>
  );
}
