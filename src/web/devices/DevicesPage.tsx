/** The devices of a loft: the state of each, and the sum of their readings. */
import { listDevices, ranges } from '#domain/devices/contract.ts';
import { deviceKinds } from '#domain/devices/device.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/DevicesPage.ts';
import { Charts } from './Charts.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import styles from './devices.module.css';
import { devicesPath } from './paths.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const range = oneOf(ranges, new URL(request.url).searchParams.get('range'));
  const view = await answers(() => context.get(callContext)(listDevices, { params: { loft_id }, query: { range } }));
  const head = pageHead({ context, params, pattern }, [t('admin.devices'), view.loft.name], t('devices.lead'));
  return { ...view, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DevicesPage({ loaderData: { loft, devices, course } }: Route.ComponentProps) {
  const { t } = useTranslation();
  useRefresh(true);
  return (
    <>
      <AdminHead
        title={t('admin.devices')}
        lead={t('devices.lead')}
        actions={deviceKinds
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
            <h2 id="devices">{t('admin.devices')}</h2>
          </div>
          {devices.length === 0 ? (
            <Empty title={t('devices.empty')} text={t('devices.empty_text')} />
          ) : (
            <DeviceTable caption={t('admin.devices')} loft_id={loft.id} time_zone={loft.time_zone} devices={devices} />
          )}
        </section>
        {devices.length > 0 && <Charts course={course} time_zone={loft.time_zone} together />}
      </div>
    </>
  );
}
