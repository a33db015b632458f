/** Registers a clock, an antenna or a PC card; its key is shown in the reply only. */
import { redirect } from 'react-router';
import { deviceToRegister, listDevices, registerDeviceCall } from '#domain/devices/contract.ts';
import { deviceKinds } from '#domain/devices/device.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/RegisterDevicePage.ts';
import { DeviceForm } from './DeviceForm.tsx';
import styles from './devices.module.css';
import { commandFor, NewKey } from './NewKey.tsx';
import { devicePath } from './paths.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const kind = oneOf(deviceKinds, new URL(request.url).searchParams.get('kind'));
  const { loft, devices } = await answers(() => context.get(callContext)(listDevices, { params: { loft_id } }));
  const clocks = devices.filter((one) => one.kind === 'clock' && one.state !== 'revoked');
  const head = pageHead({ context, params, pattern }, [t(`devices.new_${kind}`), loft.name], t('devices.lead'));
  return { loft, kind, clocks: clocks.map(({ id, name }) => ({ id, name })), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const { public_url } = context.get(pageContext);
  const loft_id = idFrom(params.loft_id);
  return actOn(form, async () => {
    const body = fieldsOf(form, deviceToRegister);
    const { device_id, key } = await context.get(callContext)(registerDeviceCall, { params: { loft_id }, body });
    if (key === null) return redirect(devicePath(loft_id, device_id));
    return { made: { name: body.name, key, command: commandFor(public_url, key, Date.now()) }, device_id };
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RegisterDevicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, kind, clocks } = loaderData;
  const done = actionData && 'made' in actionData ? actionData : undefined;
  return (
    <>
      <AdminHead title={t(`devices.new_${kind}`)} />
      <div className={styles.parts}>
        {done ? (
          <>
            <NewKey made={done.made} />
            <p>
              <Link className={panel.button_primary} to={devicePath(loft.id, done.device_id)}>
                <bdi>{done.made.name}</bdi>
              </Link>
            </p>
          </>
        ) : (
          <section className={panel.panel}>
            <DeviceForm
              kind={kind}
              device={null}
              clocks={clocks}
              wrong={actionData && 'refused' in actionData ? actionData : undefined}
              intent={t(`devices.new_${kind}`)}
            />
          </section>
        )}
      </div>
    </>
  );
}
