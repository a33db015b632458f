/**
 * The crates at the release point, ticked one by one: kept on the phone from the first tick, noted with the last one. A
 * crate that is not there is named. Without a script it is a form.
 */
import { Form } from 'react-router';
import type { Observation } from '#domain/flights/release-contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export interface ReleaseCratesProps {
  crates: ReleaseView['crates'];
  ticked: readonly number[];
  note_id: string;
  onTick: (crates: readonly number[]) => void;
  onNote: (observed: Observation) => void;
}

export function ReleaseCrates({ crates, ticked, note_id, onTick, onNote }: ReleaseCratesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const note = (there: readonly number[]) =>
    onNote({ kind: 'crates', count: there.length, missing: missingOf(crates, there) });
  const tick = (crate: number, isThere: boolean) => {
    const there = crates.map((one) => one.crate).filter((n) => (n === crate ? isThere : ticked.includes(n)));
    onTick(there);
    if (there.length === crates.length) note(there);
  };
  if (crates.length === 0) return null;
  return (
    <details className={styles.crates}>
      <summary>{t('release.tick_crates')}</summary>
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          note(crates.map(({ crate }) => crate).filter((crate) => ticked.includes(crate)));
        }}
      >
        <input type="hidden" name="kind" value="crates" />
        <input type="hidden" name="note_id" value={note_id} />
        <ul>
          {crates.map(({ crate, birds }) => (
            <li key={crate}>
              <input type="hidden" name="crate_of_flight" value={crate} />
              <label>
                <input
                  type="checkbox"
                  name="crate"
                  value={crate}
                  aria-label={t('release.crate', {
                    crate: formatNumber(locale, crate),
                    birds: formatNumber(locale, birds),
                  })}
                  checked={ticked.includes(crate)}
                  onChange={({ currentTarget }) => tick(crate, currentTarget.checked)}
                />
                <span aria-hidden="true">
                  <bdi className="num">{formatNumber(locale, crate)}</bdi>
                  <small>
                    <Icon name="pigeon" size={16} /> {formatNumber(locale, birds)}
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <button type="submit" className={panel.button}>
          {t('release.counted')}
        </button>
      </Form>
    </details>
  );
}

/** The crates of the flight that were not ticked. */
export const missingOf = (crates: ReleaseView['crates'], ticked: readonly number[]): number[] =>
  crates.map(({ crate }) => crate).filter((crate) => !ticked.includes(crate));
