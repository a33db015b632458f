/** Devices as a list: state, last contact, readings, and the measures that they reported. */
import type { Device } from '#domain/devices/contract.ts';
import { hasKey } from '#domain/devices/device.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DeviceState } from '#web/ui/DeviceState.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import { measures } from './Charts.tsx';
import styles from './devices.module.css';
import { kindWords, Measure } from './Measure.tsx';
import { devicePath } from './paths.ts';

export interface DeviceTableProps {
  caption: string;
  loft_id: number;
  time_zone: string;
  devices: readonly Device[];
}

const reported = ['clock_offset_ms', 'battery_percent', 'temperature_c'] as const;

export function DeviceTable({ caption, loft_id, time_zone, devices }: DeviceTableProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  // Antennas report no measures.
  const columns = devices.some(({ kind }) => hasKey(kind)) ? reported : [];
  return (
    <Table caption={caption} cards>
      <thead>
        <tr>
          <th scope="col">{t('sheet.name')}</th>
          <th scope="col">{t('admin.state')}</th>
          <th scope="col">{t('devices.last_contact')}</th>
          <th scope="col" className={table.figure}>
            {t('devices.day_readings')}
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className={table.figure}>
              {t(`devices.${measures[name].word}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {devices.map(
          ({ id, name, kind, clock_id, position, state, since, last_contact_at, day_readings, ...device }) => (
            <tr key={id} className={clock_id === null || columns.length === 0 ? undefined : styles.below}>
              <td>
                <span>
                  <Link to={devicePath(loft_id, id)}>
                    <bdi>{name}</bdi>
                  </Link>
                  <small>
                    {t(kindWords[kind])}
                    {position !== null && (
                      <>
                        {' · '}
                        <bdi>{position}</bdi>
                      </>
                    )}
                  </small>
                </span>
              </td>
              <td data-label={t('admin.state')}>
                <span>
                  <DeviceState state={state} />
                  <small className={styles.since}>
                    <Moment at_ms={Date.parse(since)} time_zone={time_zone} short />
                  </small>
                </span>
              </td>
              <td data-label={t('devices.last_contact')}>
                {last_contact_at ? <Moment at_ms={Date.parse(last_contact_at)} time_zone={time_zone} short /> : '–'}
              </td>
              <td data-label={t('devices.day_readings')} className={table.figure}>
                <bdi className="num">{formatNumber(locale, day_readings)}</bdi>
              </td>
              {columns.map((name) => (
                <td key={name} data-label={t(`devices.${measures[name].word}`)} className={table.figure}>
                  {hasKey(kind) && <Measure value={device[name]} {...measures[name]} />}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </Table>
  );
}
