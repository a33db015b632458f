/** The entry that a ruling withdraws, chosen from those of the flight; a ring finds the others. */
import type { ReactNode } from 'react';
import type { FieldError } from '#domain/refusal.ts';
import type { Entry } from '#domain/rulings/contract.ts';
import { formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './rulings.module.css';
import { exactly } from './times.ts';

interface EntriesProps {
  typed: Readonly<Record<string, string>>;
  entries: readonly Entry[];
  errors: readonly FieldError[] | undefined;
  time_zone: string;
}

export function Entries({ typed, entries, errors, time_zone }: EntriesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { number = '' } = typed;
  const isListed = number === '' || entries.some((one) => String(one.number) === number);
  return (
    <>
      <div className={styles.find}>
        <Field
          label={t('ruling.ring')}
          hint={t('ruling.entry_ring_hint')}
          name="ring"
          maxLength={64}
          autoComplete="off"
          dir="ltr"
          defaultValue={typed.ring ?? ''}
        />
        <button type="submit" className={panel.button} formNoValidate>
          {t('ruling.find_entry')}
        </button>
      </div>
      <fieldset className={styles.entries} aria-invalid={errors ? true : undefined}>
        <legend className={styles.label}>{t('ruling.entries')}</legend>
        {!isListed && (
          <Choose number={number} isChosen>
            {t('ruling.entry')}: <bdi className="num">{number}</bdi>
          </Choose>
        )}
        {entries.map((entry) => (
          <Choose key={entry.number} number={String(entry.number)} isChosen={String(entry.number) === number}>
            <b>
              <EntryWords entry={entry} time_zone={time_zone} />
            </b>
            <small>
              {entry.rings.map((ring) => (
                <span key={ring}>
                  <Ring ring={ring} />{' '}
                </span>
              ))}
              {entry.offset_ms !== null && (
                <>
                  <bdi>{entry.clock}</bdi>{' '}
                  <bdi className="num">
                    {formatMeasure(locale, entry.offset_ms / 1000, 'second', { decimals: 3, signed: true })}
                  </bdi>{' '}
                </>
              )}
              {t('ruling.entry')}: <bdi className="num">{formatNumber(locale, entry.number)}</bdi>
            </small>
          </Choose>
        ))}
        {entries.length === 0 && <p className={styles.hint}>{t('ruling.no_entries')}</p>}
        <Wrong refused={errors?.[0]} />
      </fieldset>
    </>
  );
}

interface ChooseProps {
  number: string;
  isChosen: boolean;
  children: ReactNode;
}

function Choose({ number, isChosen, children }: ChooseProps) {
  return (
    <label>
      <input type="radio" name="number" value={number} required defaultChecked={isChosen} />
      <span>{children}</span>
    </label>
  );
}

function EntryWords({ entry: { kind, clock, time }, time_zone }: { entry: Entry; time_zone: string }) {
  const { t } = useTranslation();
  if (kind === 'reading' && time !== null)
    return t('ruling.was_read', { clock: clock ?? '', time: exactly(time, time_zone) });
  const words = t(`ruling.kind_${kind === 'reading' ? 'void' : kind}`);
  return time === null ? words : `${words}: ${exactly(time, time_zone)}`;
}
