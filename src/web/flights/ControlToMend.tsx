/**
 * The readings that are no arrival: each with its reason and what mends it. J and K move from one to the next, the
 * letter on a button presses it.
 */
import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import type { ReadingToMend } from '#domain/arrivals/race-control-contract.ts';
import { newRulingPath } from '#web/lib/admin-paths.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './control.module.css';
import { dayAndTime, type RaceControl } from './control.ts';
import { seasonPigeonsPath } from './season-flights.ts';

interface ControlToMendProps {
  view: RaceControl;
  refused: RefusedForm['refused'] | undefined;
}

export function ControlToMend({ view, refused }: ControlToMendProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { to_mend } = view;
  const list = useRef<HTMLUListElement>(null);
  useKeys(list);
  return (
    <section className={panel.panel} aria-labelledby="to-mend">
      <div className={panel.head}>
        <h2 id="to-mend">
          {t('control.to_mend')} <bdi className={`num ${styles.count}`}>{formatNumber(locale, to_mend.total)}</bdi>
        </h2>
        {to_mend.total > 0 && <small>{t('control.keys')}</small>}
      </div>
      <Wrong refused={refused} />
      {to_mend.total === 0 ? (
        <p className={styles.none}>{t('control.nothing_to_mend')}</p>
      ) : (
        <ul ref={list} className={styles.todo}>
          {to_mend.rows.map((reading) => (
            <Row key={reading.number} reading={reading} view={view} />
          ))}
          {to_mend.total > to_mend.rows.length && (
            <li className={styles.none}>
              {t('control.more', { n: formatNumber(locale, to_mend.total - to_mend.rows.length) })}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Row({
  reading: { number, reason, chip, clock, time, count, bird },
  view,
}: {
  reading: ReadingToMend;
  view: RaceControl;
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, flight } = view;
  const word = t(`unranked.${reason}`);
  const pigeons = seasonPigeonsPath(season.id);
  const at = dayAndTime(time, loft.time_zone);
  return (
    // The arrow of the keys: a line of the list has the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move from line to line
    <li tabIndex={0}>
      <Icon name="alert" />
      <div>
        <p>
          {bird ? (
            <>
              <Flag country={bird.country} width={20} /> <Ring ring={bird.ring} />
            </>
          ) : (
            <bdi dir="ltr" className="num">
              {chip}
            </bdi>
          )}{' '}
          <bdi dir="ltr" className={`num ${styles.at}`}>
            {clockTime(Date.parse(time), loft.time_zone).time}
          </bdi>
        </p>
        <small>
          {[word, clock, count > 1 ? t('control.read_times', { n: formatNumber(locale, count) }) : null]
            .filter((part) => part !== null)
            .join(' · ')}
        </small>
      </div>
      <div className={styles.mends}>
        {bird ? (
          <Link to={`${pigeons}/${bird.pigeon_id}`} className={panel.button} data-key="o">
            <kbd>O</kbd> {t('control.open_bird')}
          </Link>
        ) : (
          reason === 'unknown_chip' && (
            <>
              <Link
                to={newRulingPath(season.id, flight.id, { kind: 'manual', ...at })}
                className={panel.button}
                data-key="b"
              >
                <kbd>B</kbd> {t('control.on_a_bird')}
              </Link>
              <Link to={`${pigeons}/intake?chip=${encodeURIComponent(chip)}`} className={panel.button} data-key="c">
                <kbd>C</kbd> {t('control.give_chip')}
              </Link>
            </>
          )
        )}
        {bird && (
          <Link
            to={newRulingPath(season.id, flight.id, { ring: bird.ring, number, ...at })}
            className={panel.button}
            data-key="r"
          >
            <kbd>R</kbd> {t('ruling.rule_on_it')}
          </Link>
        )}
        <details className={styles.sure}>
          <summary className={panel.button} data-key="n">
            <kbd>N</kbd> {t('control.no_arrival')}
          </summary>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="number" value={number} />
            {/* The log names the bird of a reading by itself, where the season shows rings. */}
            <input type="hidden" name="reason" value={bird ? word : `${word}: ${chip}`} />
            <p>
              {t('entries.chip')}:{' '}
              <bdi dir="ltr" className="num">
                {chip}
              </bdi>
              . {t('control.no_arrival_sure')}
            </p>
            <button type="submit" className={panel.button_primary} data-key="y">
              <kbd>Y</kbd> {t('ruling.do_make')}
            </button>
          </Form>
        </details>
      </div>
    </li>
  );
}

/** J and K move from line to line; a letter presses the button of the line that has it. */
function useKeys(list: React.RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, select, textarea') !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !list.current) return;
      const lines = [...list.current.querySelectorAll<HTMLElement>('li[tabindex]')];
      const at = lines.findIndex((line) => line.contains(document.activeElement));
      const by = { j: 1, k: -1 }[key.toLowerCase()];
      if (by !== undefined) lines[Math.min(Math.max(at + by, 0), lines.length - 1)]?.focus();
      else {
        const bearer = lines[at]?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key.toLowerCase())}"]`);
        if (!bearer?.checkVisibility()) return;
        bearer.click();
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [list]);
}
