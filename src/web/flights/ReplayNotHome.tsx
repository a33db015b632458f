/** The birds that were not home when the race closed, named at the end of its replay. */
import { useEffect, useRef } from 'react';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './replay.module.css';
import type { ReplayField } from './replay-field.ts';
import { type Stage, useRest } from './use-replay.ts';

/** The others stand in the basketing list. */
const most = 200;

export interface NotHomeAtEndProps {
  stage: Stage;
  field: ReplayField;
  /** Birds that were home and have no place. */
  disqualified: readonly number[];
}

export function NotHomeAtEnd({ stage, field, disqualified }: NotHomeAtEndProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, player, axis, mine } = stage;
  const details = useRef<HTMLDetailsElement>(null);
  const rest_ms = useRest(player);
  const isAtEnd = rest_ms !== null && rest_ms >= axis.to_ms;
  useEffect(() => {
    if (details.current && isAtEnd) details.current.open = true;
  }, [isAtEnd]);
  const out = field.birds.filter(
    ({ pigeon_id }, index) => field.times[index] == null && !disqualified.includes(pigeon_id),
  );
  if (out.length === 0) return null;
  const isMine = ({ pigeon_id }: { pigeon_id: number }) => mine.has(pigeon_id);
  const named = [...out.filter(isMine), ...out.filter((bird) => !isMine(bird))].slice(0, most);
  return (
    <section className={`${panel.panel} ${styles.out}`}>
      <details ref={details}>
        <summary>{t('result.not_home', { n: formatNumber(locale, out.length) })}</summary>
        <ul>
          {named.map((bird) => (
            <li key={bird.pigeon_id} data-mine={isMine(bird) || undefined}>
              <Ring ring={bird.ring} /> <Flag country={bird.country} width={20} />{' '}
              <bdi>{bird.team ?? bird.fancier}</bdi>
            </li>
          ))}
        </ul>
        {out.length > most && (
          <p>
            <a href={`${flightPath(flight)}?tab=basketing&state=out`}>{t('mine.more', { count: out.length - most })}</a>
          </p>
        )}
      </details>
    </section>
  );
}
