/** The fields of a bird's facts, to enter and to change it. */
import type { ComponentProps } from 'react';
import type { WholeBird } from '#domain/pigeons/contract.ts';
import { birdFacts, type Fact, facts, inLists, isChoice, isRing, isYear, valuesOf } from '#domain/pigeons/facts.ts';
import { ringDoubts, tidyRing, usualRing } from '#domain/pigeons/ring-form.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatList } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import styles from './entries.module.css';

export interface EntryFieldsProps {
  answer: RefusedForm | undefined;
  bird?: WholeBird;
  teams: readonly { team_id: number; team: string; country: string | null }[];
  own_team_id: number | null;
}

const typedAsRing = { dir: 'ltr', autoCapitalize: 'characters', spellCheck: false } as const;

/** The fields asked for every bird, then the optional ones; in pairs side by side. */
const named = facts.filter((fact) => birdFacts[fact].in_lines);
const further = facts.filter((fact) => !birdFacts[fact].in_lines);
const inPairs = (some: readonly Fact[]) => some.flatMap((_, i) => (i % 2 ? [] : [some.slice(i, i + 2)]));

export function EntryFields({ answer, bird, teams, own_team_id }: EntryFieldsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { typed, refused } = answer ?? {};
  const of = (name: string, saved: string | number | null | undefined) => ({
    name,
    defaultValue: typed?.[name] ?? saved ?? '',
    errors: refused?.errors?.[name],
  });
  const isRingUnusual = refused?.errors?.ring?.some(({ code }) => ringDoubts.includes(code));
  const own_id = bird ? bird.team_id : own_team_id;
  const country = teams.find(({ team_id }) => team_id === own_id)?.country ?? '';
  const example = usualRing(country) ?? usualRing('BE');
  const fieldOf = (fact: Fact) => {
    const { label, blank } = birdFacts[fact];
    const own = of(fact, bird?.[inLists(fact)] ?? blank);
    if (isYear(fact))
      return <Field key={fact} label={t(label)} inputMode="numeric" maxLength={4} autoComplete="off" {...own} />;
    if (fact === 'ring' && isRingUnusual)
      return (
        <div key={fact}>
          <Field
            label={t(label)}
            maxLength={birdFacts[fact].max}
            autoComplete="off"
            {...typedAsRing}
            required
            {...own}
          />
          <label className={styles.keep}>
            <input type="checkbox" name="kept_ring" value={tidyRing(typed?.ring ?? '')} />
            <span>{t('entries.keep_ring', { ring: typed?.ring })}</span>
          </label>
        </div>
      );
    if (!isChoice(fact))
      return (
        <Field
          key={fact}
          label={t(label)}
          maxLength={birdFacts[fact].max}
          autoComplete="off"
          {...(isRing(fact) && typedAsRing)}
          {...(fact === 'ring' && { required: true, hint: t('entries.ring_hint', { example }) })}
          {...own}
        />
      );
    return (
      <Choice key={`${fact} ${typed?.[fact]}`} label={t(label)} {...own}>
        <option value={blank ?? ''}>{t(birdFacts[fact].not_known)}</option>
        {valuesOf(fact).map((value) => (
          <option key={value} value={value}>
            {t(birdFacts[fact].words[value])}
          </option>
        ))}
      </Choice>
    );
  };
  const pairsOf = (some: readonly Fact[]) =>
    inPairs(some).map((pair) => (
      <div key={pair[0]} className={form.pair}>
        {pair.map(fieldOf)}
      </div>
    ));
  const isFurther = further.some(
    (fact) => refused?.errors?.[fact] || (typed?.[fact] ?? bird?.[inLists(fact)] ?? '') !== '',
  );
  return (
    <>
      {pairsOf(named)}
      {/* A ring that was kept before is not asked about again with each change of the bird. */}
      {bird && !isRingUnusual && <input type="hidden" name="kept_ring" value={bird.ring} />}
      <details className={styles.further} open={isFurther}>
        <summary>
          {formatList(
            locale,
            further.map((fact) => t(birdFacts[fact].label)),
          )}
        </summary>
        <div>{pairsOf(further)}</div>
      </details>
      <OwnTeam key={`team ${typed?.team_id}`} teams={teams} own_team_id={own_team_id} {...of('team_id', own_id)} />
    </>
  );
}

type OwnTeamProps = Pick<EntryFieldsProps, 'teams' | 'own_team_id'> &
  Pick<ComponentProps<typeof Choice>, 'name' | 'defaultValue' | 'errors'>;

/** The team that a bird flies for, where its owner has more than one. */
export function OwnTeam({ teams, own_team_id, ...field }: OwnTeamProps) {
  const { t } = useTranslation();
  if (teams.length < 2) return null;
  return (
    <Choice label={t('teams.team')} {...field}>
      {own_team_id === null && <option value="">–</option>}
      {teams.map(({ team_id, team }) => (
        <option key={team_id} value={team_id}>
          {team}
        </option>
      ))}
    </Choice>
  );
}
