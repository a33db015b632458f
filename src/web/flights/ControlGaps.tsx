/** Missing readings in race control: what clocks owe, what was given up, and the form that gives up what can never come. */
import { Form, useNavigation } from 'react-router';
import type { OwedReadings } from '#domain/flights/gaps-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Check, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './control.module.css';
import type { RaceControl } from './control.ts';
import { useGapWords } from './gap-words.ts';
import gapStyles from './gaps.module.css';
import { chosenValue } from './gaps.ts';

interface ControlGapsProps {
  view: RaceControl;
  answer: RefusedForm | undefined;
}

export function ControlGaps({ view: { gaps, loft }, answer }: ControlGapsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const gapWords = useGapWords();
  const { total, rows, given_up, may_give_up } = gaps;
  if (!total && !given_up.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="gaps">
      <div className={panel.head}>
        <h2 id="gaps">
          {t('control.gaps')} <bdi className={`num ${styles.count}`}>{formatNumber(locale, total)}</bdi>
        </h2>
      </div>
      {given_up.length > 0 && (
        <ul className={gapStyles.given_up}>
          {given_up.map(({ at, by, reason, gaps: ranges }) => (
            <li key={`${at} ${reason}`}>
              {ranges.map((gap) => gapWords('given_up', gap)).join(' ')} <bdi>{reason}</bdi>
              <small>
                <bdi>{by}</bdi> <Moment at_ms={Date.parse(at)} time_zone={loft.time_zone} short />
              </small>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 &&
        (may_give_up ? (
          <GiveUp rows={rows} answer={answer} />
        ) : (
          <ul className={gapStyles.given_up}>
            {rows.map((gap) => (
              <li key={chosenValue(gap)}>{gapWords('owed', gap)}</li>
            ))}
          </ul>
        ))}
      {total > rows.length && (
        <p className={styles.none}>{t('control.more', { n: formatNumber(locale, total - rows.length) })}</p>
      )}
    </section>
  );
}

function GiveUp({ rows, answer }: { rows: readonly OwedReadings[]; answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const gapWords = useGapWords();
  const busy = useNavigation().state === 'submitting';
  const refused = answer?.refused;
  const noneChosen = refused?.errors?.gaps;
  return (
    <Form method="post" className={`${forms.form} ${gapStyles.form}`} noValidate preventScrollReset>
      <Wrong refused={refused} />
      <fieldset className={gapStyles.rows} aria-describedby="gaps-hint">
        <legend className="visually-hidden">{t('control.gaps')}</legend>
        {rows.map((gap, n) => (
          <Check
            key={chosenValue(gap)}
            label={gapWords('owed', gap)}
            name="chosen"
            value={chosenValue(gap)}
            defaultChecked={answer?.chosen.includes(chosenValue(gap)) ?? false}
            errors={n === rows.length - 1 ? noneChosen : undefined}
          />
        ))}
      </fieldset>
      <p id="gaps-hint" className={forms.hint}>
        {t('control.give_up_hint')}
      </p>
      <Area
        label={t('flights.public_reason')}
        name="reason"
        rows={2}
        maxLength={1000}
        defaultValue={answer?.typed.reason}
        errors={refused?.errors?.reason}
      />
      <button type="submit" name="intent" value="give_up" className={panel.button} disabled={busy}>
        <Icon name="close" />
        {t('control.give_up')}
      </button>
    </Form>
  );
}
