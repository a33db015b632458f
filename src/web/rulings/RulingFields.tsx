/** The form of a ruling by its kind: a query, whose answer is what the ruling would change. */
import { Fragment, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { FieldErrors } from '#domain/refusal.ts';
import type { Entry, FoundBird } from '#domain/rulings/contract.ts';
import type { RulingKind } from '#domain/rulings/ruling.ts';
import type { LoftUnit } from '#domain/units.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Check, Choice, Field } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { Entries } from './Entries.tsx';
import { FoundBirds } from './FoundBirds.tsx';
import { type BirdField, fieldsOf, groupNumbers, type RulingField } from './ruling-form.ts';
import styles from './rulings.module.css';

interface RulingFieldsProps {
  kind: RulingKind;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  clocks: readonly { id: number; name: string }[];
  /** What can be withdrawn; null for a ruling of another kind. */
  entries: readonly Entry[] | null;
  /** The birds that match what was typed, to choose one; null: none is to be chosen. */
  found: { field: BirdField; birds: readonly FoundBird[] } | null;
  unit: LoftUnit;
  time_zone: string;
}

/** What the time of a ruling is. */
const timeLabels = {
  manual: 'ruling.time_seen',
  release: 'ruling.time_release',
  release_group: 'ruling.time_release',
  closing: 'ruling.time_closing',
  offset: 'ruling.since_time',
} as const;

/** The fields that may be left empty. */
const optional: { [Kind in RulingKind]?: readonly RulingField[] } = {
  // A clock is wrong in the whole flight, unless it says since when.
  offset: ['date', 'time'],
  // A group has crates or rings, or keeps its birds; one that was not released apart has no time.
  release_group: ['time', 'crates', 'rings', 'not_apart'],
};

export function RulingFields({ kind, typed, errors, clocks, entries, found, unit, time_zone }: RulingFieldsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const busy = useNavigation().state === 'loading';
  const form = useRef<HTMLFormElement>(null);
  // Whoever asked what it changes is led to what is to be mended.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const props = (name: RulingField) => ({
    name,
    defaultValue: typed[name] ?? '',
    errors: errors[name],
    required: !optional[kind]?.includes(name),
  });
  const bird = (name: BirdField, label: string, hint?: string) => (
    <Fragment key={name}>
      <Field
        // A bird that was chosen from the list stands in the field.
        key={typed[name]}
        label={label}
        hint={hint}
        maxLength={64}
        autoComplete="off"
        dir="ltr"
        {...props(name)}
      />
      {found?.field === name && <FoundBirds {...found} />}
    </Fragment>
  );
  const fields: Record<RulingField, () => React.ReactNode> = {
    ring: () => bird('ring', t('ruling.ring'), t('ruling.ring_hint')),
    other_ring: () => bird('other_ring', t('ruling.other_ring')),
    date: () => (
      <Field
        key="date"
        type="date"
        label={t(kind === 'offset' ? 'ruling.since_day' : 'ruling.day')}
        hint={kind === 'offset' ? t('ruling.since_hint') : undefined}
        {...props('date')}
      />
    ),
    time: () => (
      <Field
        key="time"
        label={t(timeLabels[kind as keyof typeof timeLabels])}
        hint={t('ruling.time_hint')}
        dir="ltr"
        {...props('time')}
      />
    ),
    number: () => <Entries key="number" {...{ typed, entries: entries ?? [], errors: errors.number, time_zone }} />,
    device_id: () => (
      <Choice key="device_id" label={t('ruling.clock')} {...props('device_id')}>
        {clocks.length !== 1 && <option value="">–</option>}
        {clocks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    ),
    offset: () => (
      <Field
        key="offset"
        label={t('ruling.offset')}
        hint={t('ruling.offset_hint')}
        inputMode="decimal"
        dir="ltr"
        {...props('offset')}
      />
    ),
    distance: () => (
      <Field
        key="distance"
        label={t('ruling.distance', { unit: t(`unit.${unit}`) })}
        inputMode="decimal"
        dir="ltr"
        {...props('distance')}
      />
    ),
    group: () => (
      <Choice key="group" label={t('release.groups')} {...props('group')}>
        {groupNumbers.map((group) => (
          <option key={group} value={group}>
            {t('release.group', { group: formatNumber(locale, group) })}
          </option>
        ))}
      </Choice>
    ),
    crates: () => <Field key="crates" label={t('release.group_crates_field')} dir="ltr" {...props('crates')} />,
    rings: () => (
      <Area
        key="rings"
        label={t('release.group_rings_field')}
        hint={t('ruling.keep_birds')}
        rows={3}
        maxLength={6000}
        dir="ltr"
        {...props('rings')}
      />
    ),
    not_apart: () => (
      <Check
        key="not_apart"
        label={t('release.group_take_back')}
        name="not_apart"
        value="1"
        defaultChecked={typed.not_apart !== undefined}
      />
    ),
  };
  return (
    <Form ref={form} className={styles.fields} noValidate preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      {fieldsOf[kind].map((name) => fields[name]())}
      <button type="submit" name="show" value="1" className={panel.button} disabled={busy}>
        {t('ruling.show_effect')}
      </button>
    </Form>
  );
}
