/** What is known of a bird: typed when it is entered, and when it is changed. */
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';

export interface EntryFieldsProps {
  answer: RefusedForm | undefined;
  bird?: { ring: string; pigeon_name: string | null; color: string | null; sex: string; team_id: number | null };
  teams: readonly { team_id: number; team: string }[];
  own_team_id: number | null;
}

export function EntryFields({ answer, bird, teams, own_team_id }: EntryFieldsProps) {
  const { t } = useTranslation();
  const { typed, refused } = answer ?? {};
  const of = (name: string, saved: string | number | null | undefined) => ({
    name,
    defaultValue: typed?.[name] ?? saved ?? '',
    errors: refused?.errors?.[name],
  });
  return (
    <>
      <div className={form.pair}>
        <Field
          label={t('sheet.ring')}
          hint={t('entries.ring_hint')}
          dir="ltr"
          required
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...of('ring', bird?.ring)}
        />
        <Field label={t('sheet.name')} maxLength={64} autoComplete="off" {...of('name', bird?.pigeon_name)} />
      </div>
      <div className={form.pair}>
        <Field label={t('sheet.color')} maxLength={64} autoComplete="off" {...of('color', bird?.color)} />
        <Choice label={t('sheet.sex')} key={`sex ${typed?.sex}`} {...of('sex', bird?.sex ?? 'unknown')}>
          <option value="unknown">{t('entries.sex_unknown')}</option>
          <option value="cock">{t('sex.cock')}</option>
          <option value="hen">{t('sex.hen')}</option>
        </Choice>
      </div>
      {teams.length > 1 && (
        <Choice
          label={t('teams.team')}
          key={`team ${typed?.team_id}`}
          {...of('team_id', bird ? bird.team_id : own_team_id)}
        >
          {own_team_id === null && <option value="">–</option>}
          {teams.map(({ team_id, team }) => (
            <option key={team_id} value={team_id}>
              {team}
            </option>
          ))}
        </Choice>
      )}
    </>
  );
}
