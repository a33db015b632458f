/**
 * A country's flag. The country's name is its alternative text unless the name is beside it (`named`): never a flag
 * alone.
 */
import { countryName } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import styles from './bird.module.css';

export function Flag({
  country,
  width = 24,
  named = false,
}: {
  country: string | null;
  width?: 20 | 24;
  named?: boolean;
}) {
  const { locale } = usePage();
  if (!country || !/^[A-Za-z]{2}$/.test(country)) return null;
  const name = countryName(locale, country);
  return (
    <img
      className={styles.flag}
      src={`/flags/${country.toLowerCase()}.svg`}
      width={width}
      height={(width * 3) / 4}
      alt={named ? '' : name}
      title={named ? undefined : name}
      loading="lazy"
      // Country names come from Intl, and those of a browser may differ from those of the server.
      suppressHydrationWarning
    />
  );
}
