/** The fields of the form of a championship, and back. What the form does not show stays. */
import {
  type ChampionshipFields,
  championshipFields,
  type EditedChampionship,
} from '#domain/championships/contract.ts';
import { championTieBreaks } from '#domain/championships/rule.ts';
import type { Locale } from '#domain/locales.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { type FieldErrors, Refusal } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { attempt } from '#web/lib/attempt.ts';
import { textIn } from '#web/lib/form.ts';
import { nameField, namesIn, namesTyped } from '#web/lib/names-in.ts';
import { decimalsIn, pointStepsAsText, pointStepsIn } from '#web/lib/point-steps.ts';

export const tieFields = ['tie_1', 'tie_2'] as const;

/** The form of a new championship. */
export const newChampionship: Readonly<Record<string, string>> = {
  of: 'fancier',
  birds: '1',
  measure: 'points',
  highest: '100',
  lowest: '0',
  decimals: '2',
  part_of: '4',
  kind_hot_spot: 'on',
  kind_semi_final: 'on',
  kind_final: 'on',
  best: '10',
  least: '1',
  most_per_loft: '3',
  least_basketed: '0',
  tie_1: 'best_results',
  tie_2: 'most_flights',
};

/** The values of the form. */
export function typedOf(
  championship: Pick<EditedChampionship, 'name' | 'names' | 'year' | 'is_world_list' | 'season_ids' | 'rule'>,
): Record<string, string> {
  const { name, names, year, is_world_list, season_ids, rule } = championship;
  const { measure, prizes, flights } = rule;
  const text = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    ...newChampionship,
    kind_hot_spot: '',
    kind_semi_final: '',
    kind_final: '',
    name,
    ...namesTyped(names),
    year: String(year),
    is_world_list: is_world_list ? 'on' : '',
    ...Object.fromEntries(season_ids.map((id) => [`season_${id}`, 'on'])),
    of: rule.of,
    birds: text(rule.birds),
    measure: measure.by,
    decimals: text(measure.decimals),
    ...(measure.by === 'points' && { highest: measure.highest, lowest: measure.lowest }),
    ...(measure.by === 'table' && { steps: pointStepsAsText(measure.steps) }),
    part_of: text(prizes?.of),
    ...Object.fromEntries(flights.kinds.map((kind) => [`kind_${kind}`, 'on'])),
    best: text(flights.best),
    least: text(flights.least),
    most_per_loft: text(flights.most_per_loft),
    least_basketed: text(flights.least_basketed),
    ...Object.fromEntries(tieFields.map((field, i) => [field, rule.tie_breaks[i] ?? ''])),
  };
}

/**
 * The championship in a form.
 * @param stored the championship as it is stored: what the form does not show stays
 * @throws Refusal `bad_input` for each wrong field, by the names of the form
 */
export function championshipIn(
  form: FormData,
  stored: Pick<ChampionshipFields, 'names'> & Partial<Pick<ChampionshipFields, 'rule'>>,
): ChampionshipFields {
  const refused: FieldErrors = {};
  const whole = (name: string) => (textIn(form, name) === '' ? null : textIn(form, name));
  const by = textIn(form, 'measure');
  const rounding = stored.rule?.measure.by === 'points' ? stored.rule.measure.rounding : 'half-up';
  const printed = { decimals: textIn(form, 'decimals') };
  const steps =
    by === 'table'
      ? attempt(refused, [], () => pointStepsIn('steps', textIn(form, 'steps'), decimalsIn(printed.decimals)))
      : [];
  const ties = new Set(tieFields.map((name) => textIn(form, name)));
  const { data, errors } = parseFields(championshipFields, {
    name: textIn(form, 'name'),
    names: namesIn(form, stored.names),
    year: textIn(form, 'year'),
    is_world_list: form.get('is_world_list') !== null,
    season_ids: [...form.keys()].flatMap((name) => /^season_(\d+)$/.exec(name)?.[1] ?? []),
    rule: {
      of: textIn(form, 'of'),
      birds: textIn(form, 'of') === 'pigeon' ? null : whole('birds'),
      measure:
        by === 'table'
          ? { by, steps, ...printed }
          : { by, highest: textIn(form, 'highest'), lowest: textIn(form, 'lowest'), ...printed, rounding },
      prizes: by === 'table' || whole('part_of') === null ? null : prizesOf(textIn(form, 'part_of')),
      flights: {
        kinds: countedKinds.filter((kind) => form.get(`kind_${kind}`) !== null),
        least_distance_m: stored.rule?.flights.least_distance_m ?? 0,
        least_basketed: textIn(form, 'least_basketed') || '0',
        best: whole('best'),
        least: textIn(form, 'least') || '1',
        most_per_loft: whole('most_per_loft'),
      },
      tie_breaks: championTieBreaks
        .filter((one) => ties.has(one))
        .toSorted((a, b) => [...ties].indexOf(a) - [...ties].indexOf(b)),
    },
  });
  const wrong = { ...Object.fromEntries(Object.entries(errors ?? {}).map(byField)), ...refused };
  if (Object.keys(wrong).length > 0 || !data) throw new Refusal('bad_input', {}, wrong);
  return data;

  /** One prize for so many birds; another share of the field, which is not typed, stays. */
  function prizesOf(of: string) {
    const { prizes } = stored.rule ?? {};
    return prizes && String(prizes.of) === of ? prizes : { part: 1, of, rounding: 'up' };
  }
}

/** The field of the form that a part of the rule is typed into. */
const byField = <Wrong>([path, wrong]: [string, Wrong]): [string, Wrong] => {
  if (path.startsWith('rule.prizes')) return ['part_of', wrong];
  if (path.startsWith('rule.measure.steps')) return ['steps', wrong];
  if (path.startsWith('names.')) return [nameField(path.slice('names.'.length) as Locale), wrong];
  const last = path.split('.').at(-1)!;
  return [path.startsWith('rule.') ? last : path, wrong];
};
