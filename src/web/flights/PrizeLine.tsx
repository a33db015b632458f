// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/** The line through the board after the last place with a prize. */
import type { Locale } from '#domain/locales.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './prize-line.module.css';
import { type FlightPlan, lineWords } from './prize-line.ts';

export interface PrizeLineProps {
  t: Words;
  locale: Locale;
  plan: FlightPlan;
  columns: number;
}

export function PrizeLine({ t, locale, plan, columns }: PrizeLineProps) {
  const { title, says } = lineWords(t, locale, plan);
  return (
    <tr role="row" className={styles.line}>
      <td role="cell" colSpan={columns}>
        <Icon name="trophy" size={20} />
        <b>{title}</b>
        <span>{says}</span>
      </td>
    </tr>
  );
}
