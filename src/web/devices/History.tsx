/** The silences of a device, and its change log. */
import type { DeviceChange } from '#domain/devices/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './devices.module.css';

export interface HistoryProps {
  silences: readonly { id: number; since: string; ended_at: string | null }[];
  changes: readonly DeviceChange[];
  time_zone: string;
}

const actions = {
  'device.register': 'devices.did_register',
  'device.change': 'devices.did_change',
  'device.key': 'devices.did_key',
  'device.revoke': 'devices.revoked',
} as const;

/** The labels of the fields that can change. */
const words = {
  name: 'sheet.name',
  clock_id: 'overview.clock',
  position: 'devices.position',
  maker: 'devices.maker',
  serial: 'devices.serial',
  note: 'devices.note',
  online_from: 'devices.online_from',
  online_to: 'devices.online_to',
  silent_after_s: 'devices.silent_after',
  sample_s: 'devices.sample',
} as const;

export function History({ silences, changes, time_zone }: HistoryProps) {
  const { t } = useTranslation();
  const at = (instant: string) => <Moment at_ms={Date.parse(instant)} time_zone={time_zone} short />;
  const isWord = (field: string): field is keyof typeof words => field in words;
  return (
    <>
      {silences.length > 0 && (
        <section className={panel.panel} aria-labelledby="silences">
          <div className={panel.head}>
            <h2 id="silences">{t('devices.silences')}</h2>
          </div>
          <Table caption={t('devices.silences')}>
            <thead>
              <tr>
                <th scope="col">{t('devices.since')}</th>
                <th scope="col">{t('devices.online_to')}</th>
              </tr>
            </thead>
            <tbody>
              {silences.map(({ id, since, ended_at }) => (
                <tr key={id}>
                  <td>{at(since)}</td>
                  <td>{ended_at ? at(ended_at) : t('devices.still')}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      <section className={panel.panel} aria-labelledby="changes">
        <div className={panel.head}>
          <h2 id="changes">{t('rights.log')}</h2>
        </div>
        {changes.length === 0 ? (
          <p className={styles.quiet}>{t('rights.log_empty')}</p>
        ) : (
          <Table caption={t('rights.log')}>
            <thead>
              <tr>
                <th scope="col">{t('rights.when')}</th>
                <th scope="col">{t('rights.by')}</th>
                <th scope="col">{t('rights.log')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ id, action, by, fields, at: when }) => (
                <tr key={id}>
                  <td>{at(when)}</td>
                  <td>
                    <bdi>{by ?? t('rights.program')}</bdi>
                  </td>
                  <td>
                    {t(actions[action])}
                    {fields.length > 0 && (
                      <small>
                        {fields
                          .filter(isWord)
                          .map((field) => t(words[field]))
                          .join(' · ')}
                      </small>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
    </>
  );
}
