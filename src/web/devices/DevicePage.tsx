/** One device: state, measurements, expected behaviour, keys, silences, change log. */
import { redirect, useSearchParams } from 'react-router';
import {
  changeDeviceCall,
  deviceSettings,
  issueDeviceKey,
  keyToIssue,
  ranges,
  readDevice,
  revokeDeviceCall,
} from '#domain/devices/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/DevicePage.ts';
import { Charts } from './Charts.tsx';
import { DeviceForm } from './DeviceForm.tsx';
import { DeviceStatus } from './DeviceStatus.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import styles from './devices.module.css';
import { History } from './History.tsx';
import { KeyForm } from './KeyForm.tsx';
import { kindWords } from './Measure.tsx';
import { commandFor, NewKey } from './NewKey.tsx';
import { devicePath } from './paths.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { loft_id: idFrom(params.loft_id), device_id: idFrom(params.device_id) };
  const range = oneOf(ranges, new URL(request.url).searchParams.get('range'));
  const view = await answers(() => context.get(callContext)(readDevice, { params: key, query: { range } }));
  const head = pageHead({ context, params, pattern }, [view.device.name, view.loft.name], t('admin.devices'));
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const { public_url } = context.get(pageContext);
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), device_id: idFrom(params.device_id) };
  const back = devicePath(key.loft_id, key.device_id);
  return actOn(form, async () => {
    switch (textIn(form, 'intent')) {
      case 'key': {
        const issued = await call(issueDeviceKey, { params: key, body: fieldsOf(form, keyToIssue) });
        const { device } = await call(readDevice, { params: key });
        const command = commandFor(public_url, issued.key, Date.now());
        return { made: { name: device.name, key: issued.key, command } };
      }
      case 'revoke':
        await call(revokeDeviceCall, { params: key, body: {} });
        return redirect(back);
      default:
        await call(changeDeviceCall, { params: key, body: fieldsOf(form, deviceSettings) });
        return redirect(`${back}?saved=1`);
    }
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DevicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, device, clocks, antennas, course, silences, changes } = loaderData;
  const made = actionData && 'made' in actionData ? actionData.made : undefined;
  const wrong = actionData && 'refused' in actionData ? actionData : undefined;
  const saved = useSearchParams()[0].has('saved') && !actionData;
  useRefresh(true);
  return (
    <>
      <AdminHead title={device.name} lead={t(kindWords[device.kind])} />
      <div className={styles.parts}>
        {saved && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t('identity.saved')}
          </p>
        )}
        {made && <NewKey made={made} />}
        <DeviceStatus device={device} time_zone={loft.time_zone} />
        <Charts course={course} time_zone={loft.time_zone} />
        {antennas.length > 0 && (
          <section className={panel.panel} aria-labelledby="antennas">
            <div className={panel.head}>
              <h2 id="antennas">{t('devices.antennas')}</h2>
            </div>
            <DeviceTable
              caption={t('devices.antennas')}
              loft_id={loft.id}
              time_zone={loft.time_zone}
              devices={antennas}
            />
          </section>
        )}
        <section className={panel.panel} aria-labelledby="settings">
          <div className={panel.head}>
            <h2 id="settings">{t('admin.settings')}</h2>
          </div>
          {/* Keyed by the last change, so that it shows the saved values. */}
          <DeviceForm
            key={changes[0]?.id}
            kind={device.kind}
            device={device}
            clocks={clocks}
            wrong={wrong?.typed.intent === 'change' ? wrong : undefined}
            intent={t('identity.save')}
          />
        </section>
        <KeyForm
          device={device}
          time_zone={loft.time_zone}
          wrong={wrong && wrong.typed.intent !== 'change' ? wrong : undefined}
        />
        <History silences={silences} changes={changes} time_zone={loft.time_zone} />
      </div>
    </>
  );
}
