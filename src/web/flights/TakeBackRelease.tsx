/** A release that was reported by mistake: taken back while no bird is home, and what was taken back before. */
import { Form } from 'react-router';
import { whyNotTakeBack } from '#domain/flights/release.ts';
import { newRulingPath } from '#web/lib/admin-paths.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { clockTime } from '#web/lib/intl.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export interface TakeBackReleaseProps {
  view: ReleaseView;
  answer: RefusedForm | undefined;
}

export function TakeBackRelease({ view: { flight, season, groups, loft }, answer }: TakeBackReleaseProps) {
  const { t } = useTranslation();
  if (flight.status !== 'released' || flight.replay_factor !== null || flight.release_time === null) return null;
  const no = whyNotTakeBack({
    ...flight,
    home: flight.home_count,
    has_groups: groups.length > 0,
    // Only the site knows of rulings; it says so when it refuses.
    has_rulings: false,
  });
  const errors = answer?.refused.errors;
  return (
    <details className={styles.spoken} open={answer !== undefined}>
      <summary>{t('release.take_back')}</summary>
      {no ? (
        <>
          <p>{t(`refusals.${no.code}` as 'refusals.release_has_arrivals')}</p>
          {no.code === 'release_has_arrivals' && (
            <p>
              <Link to={newRulingPath(season.id, flight.id, { kind: 'release' })}>{t('ruling.kind_release')}</Link>
            </p>
          )}
        </>
      ) : (
        <Form method="post" className={form.form} noValidate>
          <p>
            {t('release.take_back_hint', { time: clockTime(Date.parse(flight.release_time), loft.time_zone).time })}
          </p>
          <Wrong refused={errors ? undefined : answer?.refused} />
          <input type="hidden" name="release_time" value={flight.release_time} />
          <Area
            label={t('flights.public_reason')}
            name="reason"
            rows={2}
            maxLength={1000}
            required
            defaultValue={answer?.typed.reason ?? ''}
            errors={errors?.reason}
          />
          <button type="submit" name="withdraw" value="1" className={`${panel.button} ${form.danger}`}>
            {t('release.take_back')}
          </button>
        </Form>
      )}
    </details>
  );
}

/** The last release that was taken back, with its reason, above what is to be checked before the next one. */
export function LastTakenBack({ taken_back, loft }: Pick<ReleaseView, 'taken_back' | 'loft'>) {
  const { t } = useTranslation();
  const last = taken_back.at(-1);
  if (!last) return null;
  const clock = (instant: string) => clockTime(Date.parse(instant), loft.time_zone).time;
  return (
    <div className={`${panel.notice} ${styles.taken_back}`} role="status">
      <b>{t('release.was_taken_back', { released: clock(last.release_time), time: clock(last.at) })}</b>
      <p>
        <bdi>{[last.by, last.reason].filter(Boolean).join(': ')}</bdi>
      </p>
    </div>
  );
}
