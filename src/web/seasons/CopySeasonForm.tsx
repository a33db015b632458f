/** A season as a copy of an own one, or with the set-up of a loft that shares it. */
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import type { listSeasonLofts } from '#domain/seasons/setup-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './seasons.module.css';

type Seasons = ReplyOf<typeof listSeasonLofts>;

export interface CopySeasonFormProps extends Pick<Seasons, 'shared'> {
  /** The latest season of the chosen loft, where it has one. */
  own: Seasons['own'];
  year: number;
  answer: RefusedForm | undefined;
  /** The choice of the loft. */
  children: ReactNode;
}

export function CopySeasonForm({ own, shared, year, answer, children }: CopySeasonFormProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== 'idle';
  const nothing = own.length + shared.length === 0;
  const option = ({ id, name, loft_name }: Seasons['shared'][number]) => (
    <option key={id} value={id}>
      {`${loft_name} · ${name}`}
    </option>
  );
  return (
    <Form method="post" className={`${forms.form} ${styles.form}`} noValidate>
      {/* A refusal of one field is said there. */}
      <Wrong refused={answer?.refused.errors ? { code: 'bad_input' } : answer?.refused} />
      {children}
      {nothing ? (
        <Empty title={t('setup.none_to_copy')} text={t('setup.none_to_copy_text')} />
      ) : (
        <>
          <Choice
            name="season_id"
            label={t('setup.copy_from')}
            hint={t('setup.copy_hint')}
            defaultValue={answer?.typed.season_id}
            errors={answer?.refused.errors?.season_id}
          >
            {own.length > 0 && <optgroup label={t('setup.copy_own')}>{own.map(option)}</optgroup>}
            {shared.length > 0 && <optgroup label={t('setup.copy_shared')}>{shared.map(option)}</optgroup>}
          </Choice>
          <div className={forms.pair}>
            <Field
              name="name"
              label={t('due_date.name')}
              maxLength={128}
              autoComplete="off"
              required
              defaultValue={answer?.typed.name ?? year}
              errors={answer?.refused.errors?.name}
            />
            <Field
              name="year"
              label={t('admin.year')}
              inputMode="numeric"
              autoComplete="off"
              required
              defaultValue={answer?.typed.year ?? year}
              errors={answer?.refused.errors?.year}
            />
          </div>
          <button type="submit" name="from" value="copy" className={panel.button_primary} disabled={busy}>
            {t('setup.create')}
          </button>
        </>
      )}
    </Form>
  );
}
