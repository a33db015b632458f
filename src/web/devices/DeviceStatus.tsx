/** The current state of a device and the measures it reported last. */
import type { Device } from '#domain/devices/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DeviceState } from '#web/ui/DeviceState.tsx';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Moment } from '#web/ui/Times.tsx';
import { measures } from './Charts.tsx';
import { Measure } from './Measure.tsx';

export function DeviceStatus({ device, time_zone }: { device: Device; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { state, since, last_contact_at, firmware, reading_count } = device;
  const reported = (Object.keys(measures) as (keyof typeof measures)[]).filter((name) => device[name] !== null);
  return (
    <Facts>
      <Fact name={t('admin.state')}>
        <DeviceState state={state} />
      </Fact>
      {state !== 'unseen' && (
        <Fact name={t('devices.since')}>
          <Moment at_ms={Date.parse(since)} time_zone={time_zone} short />
        </Fact>
      )}
      <Fact name={t('devices.last_contact')}>
        {last_contact_at ? <Moment at_ms={Date.parse(last_contact_at)} time_zone={time_zone} short /> : '–'}
      </Fact>
      <Fact name={t('devices.day_readings')}>
        <bdi className="num">{formatNumber(locale, device.day_readings)}</bdi>
      </Fact>
      {reported.map((name) => (
        <Fact key={name} name={t(`devices.${measures[name].word}`)}>
          <Measure value={device[name]} {...measures[name]} />
        </Fact>
      ))}
      {reading_count !== null && (
        <Fact name={t('devices.own_count')}>
          <bdi className="num">{formatNumber(locale, reading_count)}</bdi>
        </Fact>
      )}
      {device.free_memory_kb !== null && (
        <Fact name={t('devices.memory')}>
          <Measure value={device.free_memory_kb} unit="kilobyte" />
        </Fact>
      )}
      {firmware !== null && (
        <Fact name={t('devices.firmware')}>
          <bdi>{firmware}</bdi>
        </Fact>
      )}
    </Facts>
  );
}
