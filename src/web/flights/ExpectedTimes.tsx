/** When the birds of a flight are expected, and what that is made from. */
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ExpectedWindow } from '#web/ui/ExpectedWindow.tsx';
import panel from '#web/ui/panel.module.css';
import { dayOf } from './expected-sentences.tsx';
import styles from './info.module.css';
import { MadeFrom } from './MadeFrom.tsx';
import { NotHomeYet } from './NotHomeYet.tsx';

export interface ExpectedTimesProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  expected: Expectation;
}

export function ExpectedTimes({ flight, loft, read_at, expected }: ExpectedTimesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { times, too_few } = expected;
  if (!times && !too_few) return null;
  const day_ms = dayOf(flight, Date.parse(read_at));
  const rows = times
    ? [
        { name: t('before_release.first'), window: times.first },
        {
          name: t('expected.next', {
            share: formatShare(locale, 100 * Math.round((100 * (times.next?.home ?? 0)) / times.basketed)),
            n: formatNumber(locale, times.next?.home ?? 0),
          }),
          window: times.next,
        },
        { name: t('before_release.half'), window: times.half },
        { name: t('expected.last'), window: times.last },
      ]
    : [];
  return (
    <section className={panel.panel} aria-labelledby="expected">
      <div className={panel.head}>
        <h2 id="expected">{t('expected.title')}</h2>
        <small>{t('before_release.loft_time')}</small>
      </div>
      <dl className={styles.facts}>
        {rows.map(
          ({ name, window }) =>
            window && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <ExpectedWindow window={window} time_zone={loft.time_zone} day_ms={day_ms} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.made}>
        <MadeFrom flight={flight} loft={loft} expected={expected} /> <NotHomeYet expected={expected} loft={loft} />
      </p>
    </section>
  );
}
