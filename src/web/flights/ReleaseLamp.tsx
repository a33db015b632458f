/** The traffic light over a release: go, wait or stop, and the limits that it follows from. */
import type { Lamp, LampLimit, LampRow } from '#domain/flights/release-lamp.ts';
import { formatList, formatMeasure, type MeasureUnit } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './release.module.css';
import { isMeasured, isOfWeather } from './release-known.ts';
import type { ReleaseView } from './use-release-phone.ts';

const lamps: readonly Lamp[] = ['stop', 'wait', 'go'];
const icons: Readonly<Record<Lamp, IconName>> = { stop: 'hand', wait: 'alert', go: 'check' };

const units: Partial<Record<LampLimit, MeasureUnit>> = {
  visibility_km: 'kilometer',
  headwind_kmh: 'kilometer-per-hour',
  temperature_c: 'celsius',
};

export interface ReleaseLampProps {
  lamp: Lamp;
  rows: readonly LampRow[];
  limits: ReleaseView['limits'];
}

export function ReleaseLamp({ lamp, rows, limits }: ReleaseLampProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const names = (state: LampRow['state']) => {
    const found = rows.filter((row) => row.state === state);
    // Where nobody has measured anything, the weather is one thing.
    const isUnmeasured = state === 'unknown' && rows.filter(isOfWeather).every((row) => row.state === state);
    const named = isUnmeasured ? found.filter((row) => !isOfWeather(row)) : found;
    const words = named.map(({ limit }) => t(`release.limit_${limit}`));
    return formatList(locale, isUnmeasured ? [t('release.weather'), ...words] : words);
  };
  const why =
    lamp === 'go'
      ? t('release.go_text')
      : rows.some(({ state }) => state === 'broken')
        ? t('release.stop_text', { names: names('broken') })
        : t('release.wait_text', { names: names('unknown') });
  return (
    <section className={styles.lamp} data-lamp={lamp} aria-labelledby="lamp">
      <div aria-hidden="true">
        {lamps.map((one) => (
          <i key={one} data-on={one === lamp || undefined}>
            {one === lamp && <Icon name={icons[one]} size={20} />}
          </i>
        ))}
      </div>
      <div>
        <h2 id="lamp" aria-live="polite">
          <b>{t(`release.${lamp}`)}</b> <span>{why}</span>
        </h2>
        <dl>
          {rows.filter(isMeasured).map(({ limit, value, state }) => {
            const unit = units[limit]!;
            const set = limits[limit] as number;
            const isBehind = limit === 'headwind_kmh' && value !== null && value < 0;
            return (
              <div key={limit} data-state={state}>
                <dt>{t(isBehind ? 'release.tailwind' : `release.limit_${limit}`)}</dt>
                <dd>
                  <bdi className="num">
                    {value === null ? '–' : formatMeasure(locale, isBehind ? -value : value, unit)}
                  </bdi>
                  <small>
                    {!isBehind &&
                      t(limit === 'visibility_km' ? 'release.at_least' : 'release.at_most', {
                        limit: formatMeasure(locale, set, unit),
                      })}
                  </small>
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </section>
  );
}
