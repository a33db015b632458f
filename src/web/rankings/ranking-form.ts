/** The rule of a ranking as the fields of a plain form, and back. What the form does not show of a rule stays. */

import { locales } from '#domain/locales.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { plainText } from '#domain/plain-text.ts';
import type { RankingFields } from '#domain/rankings/contract.ts';
import { rankingFields } from '#domain/rankings/contract.ts';
import { groupings, type Measure, type RankingRule, rankingBy, tieBreaks } from '#domain/rankings/ranking-rule.ts';
import { type FieldErrors, isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { defaultDivision, divisionOf } from '#domain/seasons/rulebook-parts.ts';
import { textIn } from '#web/lib/form.ts';
import { nameField, namesIn, namesTyped } from '#web/lib/names-in.ts';
import { decimalsIn, pointStepsAsText, pointStepsIn } from '#web/lib/point-steps.ts';
import { prizeLines, prizeStepsIn } from '#web/lib/prize-lines.ts';
import { regionLines, regionsIn } from '#web/lib/region-lines.ts';

/** The measures of the form, and the groups of birds. */
export const measures = [
  'mean_speed',
  'total_speed',
  'total_time',
  'rank_sum',
  'coefficient',
  'points',
  'table',
] as const satisfies readonly Measure['by'][];
export const subjects = ['pigeon', ...groupings] as const;
/** The fields of the tie-breaks, one after the other. */
export const tieFields = ['tie_1', 'tie_2', 'tie_3', 'tie_4', 'tie_5'] as const;

/** The form of a new ranking. */
export const newRanking: Readonly<Record<string, string>> = {
  measure: 'mean_speed',
  unit: 'm/min',
  decimals: '2',
  rounding: 'half-up',
  factor: '100',
  highest: '100',
  lowest: '0',
  subject: 'pigeon',
  birds: '2',
  kind_hot_spot: 'on',
  kind_semi_final: 'on',
  kind_final: 'on',
  tie_1: 'final_place',
  tie_2: 'final_time',
  basis: 'amount',
  odd_cent: defaultDivision.odd_cent,
  undistributed: defaultDivision.undistributed,
};

/** The values of the form. */
export function typedOf({
  name,
  names = {},
  rule,
  prizes: template,
}: Pick<RankingFields, 'name' | 'rule' | 'prizes'> & Partial<Pick<RankingFields, 'names'>>): Record<string, string> {
  const { measure, subject, flights, entry, tie_breaks, prizes } = rule;
  const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));
  return {
    ...newRanking,
    kind_hot_spot: '',
    kind_semi_final: '',
    kind_final: '',
    name,
    ...namesTyped(names),
    measure: measure.by,
    ...('unit' in measure && { unit: measure.unit }),
    ...('decimals' in measure && { decimals: text(measure.decimals) }),
    ...('rounding' in measure && { rounding: measure.rounding }),
    ...(measure.by === 'coefficient' && { factor: text(measure.factor) }),
    ...(measure.by === 'points' && { highest: measure.highest, lowest: measure.lowest }),
    ...(measure.by === 'table' && { steps: pointStepsAsText(measure.steps) }),
    part_of: text(prizes?.of),
    subject: subject.of,
    birds: subject.of === 'pigeon' ? '' : text(subject.birds),
    regions: regionLines(rule.regions ?? []),
    ...furtherOf(rule),
    named: subject.of === 'team' && subject.named ? 'on' : '',
    named_before: subject.of === 'team' ? text(subject.named_before) : '',
    ...Object.fromEntries(flights.kinds.map((kind) => [`kind_${kind}`, 'on'])),
    best: text(flights.best),
    least: text(flights.least),
    sexes: entry.sexes.length === 1 ? entry.sexes[0]! : '',
    active_before: text(entry.active_before),
    ...Object.fromEntries(tieFields.map((name, i) => [name, tie_breaks[i] ?? ''])),
    basis: template?.basis ?? 'amount',
    prizes: prizeLines(template?.steps ?? []),
    odd_cent: divisionOf(rule).odd_cent,
    undistributed: divisionOf(rule).undistributed,
  };
}

/** What few rankings need, in its own part of the form. */
function furtherOf({ measure, prizes_only, limit, flights, entry, places_by, to_come }: RankingRule) {
  const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));
  return {
    ...(measure.by === 'coefficient' && { divided_by: measure.of, most_birds: text(measure.most_birds) }),
    prizes_only: prizes_only ? 'on' : '',
    limit: text(limit?.value),
    limit_counts: limit?.beyond === 'counts_as_limit' ? 'on' : '',
    least_distance: flights.least_distance_m === 0 ? '' : text(flights.least_distance_m / 1000),
    ...Object.fromEntries(
      countedKinds.flatMap((kind) => [
        [`must_${kind}`, flights.must.includes(kind) ? 'on' : ''],
        [`weight_${kind}`, text(flights.weights.find(({ of }) => of === kind)?.percent)],
        [`bonus_${kind}`, flights.bonus.find((one) => isOfKind(one, kind))?.value ?? ''],
      ]),
    ),
    add_on: text(entry.add_on),
    countries: entry.countries.join(', '),
    colours: entry.colours.join(', '),
    by_count: places_by === 'count' ? 'on' : '',
    fastest: text(to_come?.fastest),
    slowest: text(to_come?.slowest),
  };
}

type Bonus = RankingRule['flights']['bonus'][number];
/** A bonus that the form shows: of each flight of a kind. One of a single flight, or by its kilometres, stays. */
const isOfKind = ({ of, per }: Bonus, kind: string): boolean => of === kind && per === 'flight';

/** What is typed into the further part of the form, over the rule as it is stored. */
function furtherIn(form: FormData, base: RankingRule, by: string) {
  const typed = (name: string) => textIn(form, name);
  const isOn = (name: string) => form.get(name) !== null;
  const list = (name: string) =>
    typed(name)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const km = typed('least_distance');
  const percents = countedKinds.flatMap((of) =>
    typed(`weight_${of}`) === '' ? [] : [{ of, percent: typed(`weight_${of}`) }],
  );
  const bonuses = countedKinds.flatMap((of) =>
    typed(`bonus_${of}`) === '' ? [] : [{ of, value: typed(`bonus_${of}`).replace(',', '.'), per: 'flight' }],
  );
  const isTyped = (kind: unknown) => countedKinds.some((one) => one === kind);
  return {
    coefficient:
      by === 'coefficient' ? { of: typed('divided_by') || 'basketed', most_birds: typed('most_birds') || null } : {},
    prizes_only: isOn('prizes_only'),
    limit:
      typed('limit') === ''
        ? null
        : {
            value: typed('limit').replace(',', '.'),
            beyond: isOn('limit_counts') ? 'counts_as_limit' : 'does_not_count',
          },
    flights: {
      // Metres of a distance that is typed with decimals are whole.
      least_distance_m:
        km === '' ? 0 : /^\d+([.,]\d{1,3})?$/.test(km) ? Math.round(Number(km.replace(',', '.')) * 1000) : km,
      must: countedKinds.filter((kind) => isOn(`must_${kind}`)),
      weights: [...base.flights.weights.filter(({ of }) => !isTyped(of)), ...percents],
      bonus: [...base.flights.bonus.filter((one) => !countedKinds.some((kind) => isOfKind(one, kind))), ...bonuses],
    },
    entry: {
      add_on: typed('add_on') || null,
      countries: list('countries').map((one) => one.toUpperCase()),
      // As birds are compared.
      colours: list('colours').map(plainText),
    },
    places_by: isOn('by_count') ? 'count' : 'value',
    to_come: typed('fastest') === '' ? null : { fastest: typed('fastest'), slowest: typed('slowest') || null },
  };
}

/** The prizes in a form; null: none. @throws Refusal at `prizes` for a line that cannot be read */
export function prizesOfForm(form: FormData): RankingFields['prizes'] {
  const steps = prizeStepsIn('prizes', textIn(form, 'prizes'));
  return steps.length === 0 ? null : { basis: textIn(form, 'basis') === 'percent' ? 'percent' : 'amount', steps };
}

/**
 * The ranking in a form.
 * @param stored the rule as it is stored: what the form does not show stays
 * @throws Refusal `bad_input` for each wrong field, by the names of the form
 */
export function rankingIn(
  form: FormData,
  stored: Pick<RankingFields, 'names'> & { rule?: RankingRule },
): RankingFields {
  const refused: FieldErrors = {};
  const steps = attempt(refused, [], () => stepsIn(form));
  const typed = measureIn(form, steps);
  const base = stored.rule ?? rankingBy(typed as Measure);
  // Of the same measure what is not typed stays.
  const further = furtherIn(form, base, typed.by);
  const measure = {
    ...(base.measure.by === typed.by && base.measure),
    ...typed,
    ...further.coefficient,
  };
  const whole = (name: string) => (textIn(form, name) === '' ? null : textIn(form, name));
  const of = textIn(form, 'subject');
  const sums_up = measure.by === 'points' || measure.by === 'table';
  const is_named = textIn(form, 'named') !== '';
  const part_of = whole('part_of');
  const sex = textIn(form, 'sexes');
  const regions = attempt(refused, [], () => {
    const found = regionsIn('regions', textIn(form, 'regions'));
    // One that was set up before regions were named has towns.
    if (of === 'region' && found.length === 0 && base.subject.of !== 'region')
      throw refusalAt('regions', 'error_required');
    return found;
  });
  const prizes = attempt(refused, null, () => prizesOfForm(form));
  const { data, errors } = parseFields(rankingFields, {
    name: textIn(form, 'name'),
    names: namesIn(form, stored.names),
    rule: {
      ...base,
      regions: regions.length === 0 ? undefined : regions,
      measure,
      prizes_only: further.prizes_only,
      limit: further.limit,
      places_by: further.places_by,
      to_come: further.to_come,
      subject:
        of === 'pigeon'
          ? { of }
          : {
              named: false,
              complete: !sums_up,
              // Of the same group what is not typed stays.
              ...(base.subject.of === of && base.subject),
              ...(!sums_up && { complete: true }),
              of,
              birds: whole('birds'),
              // Teams name birds; without a day nobody could.
              ...(of === 'team' && {
                named: is_named,
                named_before: is_named ? (whole('named_before') ?? undefined) : undefined,
              }),
            },
      prizes: prizesIn(),
      flights: {
        ...base.flights,
        ...further.flights,
        kinds: countedKinds.filter((kind) => form.get(`kind_${kind}`) !== null),
        best: whole('best'),
        least: whole('least'),
      },
      entry: { ...base.entry, ...further.entry, sexes: sex === '' ? [] : [sex], active_before: whole('active_before') },
      division: divisionIn(),
      tie_breaks: [...new Set(tieFields.map((name) => textIn(form, name)))].filter((one) =>
        tieBreaks.some((known) => known === one),
      ),
    },
    prizes,
  });
  // What cannot be read is told together with what is wrong in other fields.
  const wrong = { ...Object.fromEntries(Object.entries(errors ?? {}).map(byField)), ...refused };
  if (Object.keys(wrong).length > 0 || !data) throw new Refusal('bad_input', {}, wrong);
  return data;

  function divisionIn() {
    const chosen = { odd_cent: textIn(form, 'odd_cent'), undistributed: textIn(form, 'undistributed') };
    const isUsual =
      chosen.odd_cent === defaultDivision.odd_cent && chosen.undistributed === defaultDivision.undistributed;
    // A rule that names none is divided as usual.
    return base.division === null && isUsual ? null : { ...divisionOf(base), ...chosen };
  }

  /** One prize for so many birds is typed with points and coefficients only; another share of the birds is not typed at all. */
  function prizesIn() {
    const isShown = measure.by === 'points' || measure.by === 'coefficient';
    if (!isShown || (base.prizes !== null && part_of === String(base.prizes.of))) return base.prizes;
    return part_of === null ? null : { part: 1, of: part_of, rounding: 'up' };
  }
}

/** What is read from a field; where it is refused, its errors are kept beside those of other fields. */
function attempt<Read>(refused: FieldErrors, instead: Read, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!isRefusal(error) || !error.errors) throw error;
    Object.assign(refused, error.errors);
    return instead;
  }
}

/** The points of a table; none of another measure. */
const stepsIn = (form: FormData) =>
  textIn(form, 'measure') === 'table'
    ? pointStepsIn('steps', textIn(form, 'steps'), decimalsIn(textIn(form, 'decimals')))
    : [];

function measureIn(form: FormData, steps: ReturnType<typeof stepsIn>): Record<string, unknown> & { by: string } {
  const by = textIn(form, 'measure');
  const printed = { decimals: textIn(form, 'decimals'), rounding: textIn(form, 'rounding') };
  switch (by) {
    case 'mean_speed':
    case 'total_speed':
      return { by, unit: textIn(form, 'unit'), ...printed };
    case 'coefficient':
      return { by, factor: textIn(form, 'factor'), ...printed };
    case 'points':
      return { by, highest: textIn(form, 'highest'), lowest: textIn(form, 'lowest'), ...printed };
    case 'table':
      return {
        by,
        steps,
        decimals: printed.decimals,
      };
    default:
      return { by };
  }
}

/** The field of the form that a part of the rule is typed into. */
const fieldOf: readonly (readonly [start: string, field: string])[] = [
  ['rule.measure.steps', 'steps'],
  ['rule.measure.decimals', 'decimals'],
  ['rule.measure.factor', 'factor'],
  ['rule.measure.highest', 'highest'],
  ['rule.measure.lowest', 'lowest'],
  ['rule.measure.most_birds', 'most_birds'],
  ['rule.measure.of', 'divided_by'],
  ['rule.limit', 'limit'],
  ['rule.flights.least_distance_m', 'least_distance'],
  ['rule.flights.weights', 'weights'],
  ['rule.flights.bonus', 'bonuses'],
  ['rule.entry.add_on', 'add_on'],
  ['rule.entry.countries', 'countries'],
  ['rule.entry.colours', 'colours'],
  ['rule.to_come.slowest', 'slowest'],
  ['rule.to_come', 'fastest'],
  ['rule.measure', 'measure'],
  ['rule.subject.named_before', 'named_before'],
  ['rule.subject', 'birds'],
  ['rule.regions', 'regions'],
  ['rule.prizes', 'part_of'],
  ['rule.flights.kinds', 'kinds'],
  ['rule.flights.best', 'best'],
  ['rule.flights.least', 'least'],
  ['rule.entry.active_before', 'active_before'],
  ['rule.division.odd_cent', 'odd_cent'],
  ['rule.division', 'undistributed'],
  ['prizes', 'prizes'],
  ...locales.map((locale) => [`names.${locale}`, nameField(locale)] as const),
];

const byField = <Wrong>([path, wrong]: [string, Wrong]): [string, Wrong] => [
  fieldOf.find(([start]) => path.startsWith(start))?.[1] ?? path,
  wrong,
];
