/** The map beside the list of a wide screen (mock 02): a picture that the server draws, and the way to the map itself. */
import { useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './side.module.css';

/** The estimated position is drawn anew so often. */
const anew_ms = 300_000;

export function SideMap({ flight, read_at }: { flight: Flight; read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [at_ms, setAt] = useState(() => Date.parse(read_at));
  useEffect(() => {
    const timer = setInterval(() => setAt(serverNow()), anew_ms);
    return () => clearInterval(timer);
  }, []);
  const path = `${flightPath(flight)}/map`;
  return (
    <section className={`${panel.panel} ${styles.map}`} aria-label={t('map.title')}>
      <Link to={path}>
        <img
          src={`${path}.svg?lang=${locale}&at=${Math.floor(at_ms / anew_ms)}`}
          alt={t('map.title')}
          width={436}
          height={270}
          loading="lazy"
        />
      </Link>
    </section>
  );
}
