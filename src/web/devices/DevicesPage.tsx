/** The devices of a loft: how each stands, and how much they read together. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Device, listDevices, ranges } from '#domain/devices/contract.ts';
import { deviceKinds, hasKey } from '#domain/devices/device.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/DevicesPage.ts';
import { Charts } from './Charts.tsx';
import styles from './devices.module.css';
import { kindWords, Measure } from './Measure.tsx';
import { devicePath, devicesPath } from './paths.ts';
import { StateChip } from './StateChip.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const range = oneOf(ranges, new URL(request.url).searchParams.get('range'));
  const told = await answers(() => context.get(callContext)(listDevices, { params: { loft_id }, query: { range } }));
  const head = {
    title: titled(t('desk.devices'), told.loft.name),
    description: t('devices.lead'),
    url: public_url + devicesPath(loft_id),
  };
  return { ...told, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DevicesPage({ loaderData: { loft, devices, course } }: Route.ComponentProps) {
  const { t } = useTranslation();
  useRefresh(true);
  return (
    <>
      <DeskHead
        way={[{ name: t('nav.home'), to: '/' }, { name: t('rights.lofts'), to: '/admin/lofts' }, { name: loft.name }]}
        title={t('desk.devices')}
        lead={t('devices.lead')}
        deeds={deviceKinds
          .filter(
            (kind) => kind !== 'antenna' || devices.some((one) => one.kind === 'clock' && one.state !== 'revoked'),
          )
          .map((kind) => (
            <Link
              key={kind}
              className={kind === 'clock' ? panel.button_primary : panel.button}
              to={`${devicesPath(loft.id)}/create?kind=${kind}`}
            >
              <Icon name="plus" size={18} />
              {t(`devices.new_${kind}`)}
            </Link>
          ))}
      />
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="devices">
          <div className={panel.head}>
            <h2 id="devices">{t('desk.devices')}</h2>
          </div>
          {devices.length === 0 ? (
            <Empty title={t('devices.empty')} text={t('devices.empty_text')} />
          ) : (
            <table className={table.table}>
              <caption className="visually-hidden">{t('desk.devices')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('sheet.name')}</th>
                  <th scope="col">{t('desk.state')}</th>
                  <th scope="col" className={table.spare}>
                    {t('devices.last_contact')}
                  </th>
                  <th scope="col" className={`${table.figure} ${table.spare}`}>
                    {t('devices.offset')}
                  </th>
                  <th scope="col" className={table.figure}>
                    {t('devices.battery')}
                  </th>
                  <th scope="col" className={`${table.figure} ${table.spare}`}>
                    {t('devices.temperature')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {devices.map((device) => (
                  <Row key={device.id} loft_id={loft.id} time_zone={loft.time_zone} device={device} />
                ))}
              </tbody>
            </table>
          )}
        </section>
        {devices.length > 0 && <Charts course={course} time_zone={loft.time_zone} together />}
      </div>
    </>
  );
}

function Row({ loft_id, time_zone, device }: { loft_id: number; time_zone: string; device: Device }) {
  const { t } = useTranslation();
  const { id, name, kind, position, state, since, last_contact_at } = device;
  const speaks = hasKey(kind);
  return (
    <tr className={device.clock_id === null ? undefined : styles.below}>
      <td>
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
      </td>
      <td>
        {state && <StateChip state={state} />}
        {since && (
          <small className={styles.since}>
            <Moment at_ms={Date.parse(since)} time_zone={time_zone} short />
          </small>
        )}
      </td>
      <td className={table.spare}>
        {last_contact_at ? <Moment at_ms={Date.parse(last_contact_at)} time_zone={time_zone} short /> : '–'}
      </td>
      <td className={`${table.figure} ${table.spare}`}>
        {speaks && <Measure value={device.clock_offset_ms} unit="millisecond" signed />}
      </td>
      <td className={table.figure}>{speaks && <Measure value={device.battery_percent} unit="percent" />}</td>
      <td className={`${table.figure} ${table.spare}`}>
        {speaks && <Measure value={device.temperature_c} unit="celsius" decimals={1} />}
      </td>
    </tr>
  );
}
