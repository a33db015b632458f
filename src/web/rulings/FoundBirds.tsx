/** The birds of the flight that match what was typed: each is a link that chooses it. */
import { useLocation } from 'react-router';
import type { FoundBird } from '#domain/rulings/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import type { BirdField } from './ruling-form.ts';
import styles from './rulings.module.css';

export function FoundBirds({ field, birds }: { field: BirdField; birds: readonly FoundBird[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { pathname, search } = useLocation();
  const to = (ring: string) => {
    const query = new URLSearchParams(search);
    query.set(field, ring);
    return `${pathname}?${query}`;
  };
  return (
    <nav className={styles.found} aria-label={t('ruling.choose_bird')}>
      <b className={styles.label}>{t('ruling.choose_bird')}</b>
      <ul>
        {birds.map(({ pigeon_id, ring, country, team, crate, crate_number }) => (
          <li key={pigeon_id}>
            <Link to={to(ring)} preventScrollReset>
              <Flag country={country} width={20} />
              <span>
                <Ring ring={ring} />
                <small>
                  <bdi>{team}</bdi>{' '}
                  {crate !== null && crate_number !== null && (
                    <bdi dir="ltr" className="num">
                      {formatNumber(locale, crate)}/{formatNumber(locale, crate_number)}
                    </bdi>
                  )}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
