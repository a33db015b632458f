/** The messages to the fanciers of a loft: author, time, number of recipients, text. */
import type { ReplyOf } from '#domain/contract.ts';
import type { listMessages } from '#domain/fanciers/contract.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './fanciers.module.css';

export interface FancierMessagesProps {
  messages: ReplyOf<typeof listMessages>['messages'];
  time_zone: string;
}

export function FancierMessages({ messages, time_zone }: FancierMessagesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!messages.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="written">
      <div className={panel.head}>
        <h2 id="written">{t('fanciers.written')}</h2>
      </div>
      <ul className={styles.messages}>
        {messages.map(({ id, subject, text, letters, written_at, by }) => {
          const name = by && [by.first_name, by.last_name].filter(Boolean).join(' ');
          return (
            <li key={id}>
              <details>
                <summary>
                  <b>
                    <bdi>{subject}</bdi>
                  </b>
                  <small suppressHydrationWarning>
                    {t('fanciers.letters', { count: letters })} ·{' '}
                    <time dateTime={written_at} suppressHydrationWarning>
                      {formatNamedDay(locale, Date.parse(written_at), time_zone)}
                    </time>{' '}
                    · <bdi>{by === null ? t('rights.program') : name || t('rights.unnamed')}</bdi>
                  </small>
                </summary>
                <p dir="auto">{text}</p>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
