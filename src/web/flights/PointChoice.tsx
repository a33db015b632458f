/** The places that a loft releases from, each with its distance and how it was measured; one of them, or none yet. */
import type { ReleasePoint } from '#domain/flights/release-point-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { FieldError } from '#domain/refusal.ts';
import { formatCalendarDay, formatDistance } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import styles from './season-flights.module.css';

export const measureWords = { gps: 'by_gps', map: 'from_map', stated: 'as_stated' } as const;

export interface PointChoiceProps {
  /** The id of the place that is chosen at first; '': none. */
  chosen: string;
  points: readonly ReleasePoint[];
  loft: Loft;
  errors: readonly FieldError[] | undefined;
}

export function PointChoice({ chosen, points, loft, errors }: PointChoiceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  return (
    <fieldset className={styles.points}>
      <legend className={forms.label}>{t('race.release_point')}</legend>
      {points.map(({ id, name, measured, measured_on, distance }) => (
        <div key={id} className={styles.point}>
          <label>
            <input type="radio" name="release_point_id" value={id} defaultChecked={String(id) === chosen} />
            <span>
              <b>
                <bdi>{name}</bdi>
              </b>
              <small suppressHydrationWarning>
                {t(`flights.${measureWords[measured]}`)}
                {measured_on !== null && ` · ${formatCalendarDay(locale, measured_on, 'named')}`}
              </small>
            </span>
            {distance !== null && (
              <span>
                <bdi className="num">{formatDistance(locale, distance)}</bdi> {t(`unit.${loft.unit}`)}
              </span>
            )}
          </label>
          <Link to={`?point=${id}#place`} aria-label={`${t('due_date.change')}: ${name}`} preventScrollReset>
            {t('due_date.change')}
          </Link>
        </div>
      ))}
      <div className={styles.point}>
        <label>
          <input type="radio" name="release_point_id" value="" defaultChecked={chosen === ''} />
          <span>{t('flights.no_point')}</span>
        </label>
      </div>
      {errors && <p className={forms.wrong}>{errors.map(sentence).join(' ')}</p>}
    </fieldset>
  );
}
