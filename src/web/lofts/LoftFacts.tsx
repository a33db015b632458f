/** A loft's place, unit and time zone. */
import type { DescribedLoft } from '#domain/lofts/contract.ts';
import { addressLines } from '#web/lib/address.ts';
import { formatDistance, formatPlace } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { LoftFlight } from './FlightLines.tsx';
import styles from './lofts.module.css';

export function LoftFacts({ loft, flights }: { loft: DescribedLoft; flights: readonly LoftFlight[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const longest = flights.reduce((most, { distance }) => Math.max(most, distance ?? 0), 0);
  const address = addressLines(locale, { ...loft.loft_address, country: loft.country }).join(t('rows.comma'));
  const facts = [
    address !== '' && { name: t('admin.address'), value: address },
    loft.latitude !== null && {
      name: t('loft.coordinates'),
      value: formatPlace(locale, loft.latitude, loft.longitude!),
    },
    { name: t('loft.clock'), value: loft.time_zone },
    { name: t('loft.distances_in'), value: t(`unit.${loft.unit}`) },
    longest > 0 && {
      name: t('loft.longest'),
      value: `${formatDistance(locale, longest)} ${t(`unit.${loft.unit}`)}`,
    },
  ].filter((fact) => fact !== false && fact !== null);
  return (
    <aside className={panel.panel} aria-labelledby="facts">
      <div className={panel.head}>
        <h2 id="facts">{t('loft.facts')}</h2>
      </div>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd suppressHydrationWarning>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        {loft.email && (
          <div>
            <dt>{t('identity.email')}</dt>
            <dd>
              <a href={`mailto:${loft.email}`}>
                <bdi>{loft.email}</bdi>
              </a>
            </dd>
          </div>
        )}
        {loft.phone && (
          <div>
            <dt>{t('loft_admin.phone')}</dt>
            <dd>
              <a href={`tel:${loft.phone}`}>
                <bdi>{loft.phone}</bdi>
              </a>
            </dd>
          </div>
        )}
        {loft.website && (
          <div>
            <dt>{t('loft_admin.website')}</dt>
            <dd>
              <a href={loft.website} rel="noopener nofollow">
                <bdi>{loft.website.replace(/^https:\/\/|\/$/g, '')}</bdi>
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Link to="/developers">{t('developers.title')}</Link>
          </dt>
          <dd>{loft.data_licence === null ? t('developers.licence_none') : <bdi>{loft.data_licence}</bdi>}</dd>
        </div>
      </dl>
    </aside>
  );
}
