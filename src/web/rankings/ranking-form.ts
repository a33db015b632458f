/** The rule of a ranking as the fields of a plain form, and back. What the form does not show of a rule stays. */

import { locales } from '#domain/locales.ts';
import { asTyped, hundredthsIn } from '#domain/money.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { plainText } from '#domain/plain-text.ts';
import type { RankingFields } from '#domain/rankings/contract.ts';
import { rankingFields } from '#domain/rankings/contract.ts';
import { groupings, type Measure, type RankingRule, rankingBy, tieBreaks } from '#domain/rankings/ranking-rule.ts';
import { type FieldErrors, Refusal, refusalAt } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { defaultDivision, divisionOf } from '#domain/seasons/rulebook-parts.ts';
import { attempt } from '#web/lib/attempt.ts';
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
  part: '1',
  part_rounding: 'up',
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
    ...(prizes && { part: text(prizes.part), part_of: text(prizes.of), part_rounding: prizes.rounding }),
    subject: subject.of,
    birds: subject.of === 'pigeon' ? '' : text(subject.birds),
    regions: regionLines(rule.regions ?? []),
    ...furtherOf(rule),
    complete: subject.of !== 'pigeon' && subject.complete ? 'on' : '',
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
    at_least: template?.at_least_cents === undefined ? '' : asTyped(template.at_least_cents),
    odd_cent: divisionOf(rule).odd_cent,
    undistributed: divisionOf(rule).undistributed,
  };
}

/** A value as it stands in a field; none is empty. */
const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));

/** What few rankings need, in its own part of the form. */
function furtherOf({ measure, prizes_only, limit, flights, entry, places_by, to_come }: RankingRule) {
  return {
    ...('yards_per_metre' in measure && { yards_per_metre: text(measure.yards_per_metre) }),
    ...(measure.by === 'coefficient' && { divided_by: measure.of, most_birds: text(measure.most_birds) }),
    prizes_only: prizes_only ? 'on' : '',
    limit: text(limit?.value),
    limit_counts: limit?.beyond === 'counts_as_limit' ? 'on' : '',
    least_distance: flights.least_distance_m === 0 ? '' : text(flights.least_distance_m / 1000),
    ...Object.fromEntries(
      countedKinds.flatMap((kind) => [
        [`must_${kind}`, flights.must.includes(kind) ? 'on' : ''],
        [`weight_${kind}`, ''],
        [`bonus_${kind}`, ''],
      ]),
    ),
    ...Object.fromEntries(flights.weights.map(({ of, percent }) => [`weight_${of}`, text(percent)])),
    ...Object.fromEntries(
      flights.bonus.flatMap(({ of, value, per }) => [
        [`bonus_${of}`, value],
        [`per_${of}`, per],
      ]),
    ),
    add_on: text(entry.add_on),
    countries: entry.countries.join(', '),
    colours: entry.colours.join(', '),
    only_regions: entry.regions.join(', '),
    by_count: places_by === 'count' ? 'on' : '',
    fastest: text(to_come?.fastest),
    slowest: text(to_come?.slowest),
  };
}

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
  // Kinds of flights, and flights of their own by their numbers; one that the form does not name stays.
  const named = (what: 'weight' | 'bonus') => {
    const numbers = [...form.keys()].flatMap((name) =>
      name.startsWith(`${what}_`) ? name.slice(what.length + 1) : [],
    );
    return [...new Set<string>([...countedKinds, ...numbers.filter((of) => /^[1-9]\d{0,14}$/.test(of))])];
  };
  const percents = named('weight').flatMap((of) =>
    typed(`weight_${of}`) === '' ? [] : [{ of, percent: typed(`weight_${of}`) }],
  );
  const bonuses = named('bonus').flatMap((of) =>
    typed(`bonus_${of}`) === ''
      ? []
      : [{ of, value: decimalIn(form, `bonus_${of}`), per: typed(`per_${of}`) === 'km' ? 'km' : 'flight' }],
  );
  const staying = <Said extends { of: string | number }>(what: 'weight' | 'bonus', all: readonly Said[]): Said[] => {
    const known = named(what);
    return all.filter(({ of }) => !known.includes(String(of)));
  };
  return {
    coefficient:
      by === 'coefficient' ? { of: typed('divided_by') || 'basketed', most_birds: typed('most_birds') || null } : {},
    prizes_only: isOn('prizes_only'),
    limit:
      typed('limit') === ''
        ? null
        : {
            value: decimalIn(form, 'limit'),
            beyond: isOn('limit_counts') ? 'counts_as_limit' : 'does_not_count',
          },
    flights: {
      // Metres of a distance that is typed with decimals are whole.
      least_distance_m:
        km === ''
          ? 0
          : /^\d+([.,]\d{1,3})?$/.test(km)
            ? Math.round(Number(decimalIn(form, 'least_distance')) * 1000)
            : km,
      must: countedKinds.filter((kind) => isOn(`must_${kind}`)),
      weights: [...staying('weight', base.flights.weights), ...percents],
      bonus: [...staying('bonus', base.flights.bonus), ...bonuses],
    },
    entry: {
      add_on: typed('add_on') || null,
      countries: list('countries').map((one) => one.toUpperCase()),
      // As birds are compared.
      colours: list('colours').map(plainText),
      regions: list('only_regions'),
    },
    places_by: isOn('by_count') ? 'count' : 'value',
    to_come: typed('fastest') === '' ? null : { fastest: typed('fastest'), slowest: typed('slowest') || null },
  };
}

/** The prizes in a form; null: none. @throws Refusal at `prizes` for a line that cannot be read */
export function prizesOfForm(form: FormData): RankingFields['prizes'] {
  const steps = prizeStepsIn('prizes', textIn(form, 'prizes'));
  const least = textIn(form, 'at_least');
  const at_least_cents = hundredthsIn(least);
  if (least !== '' && at_least_cents === null) throw refusalAt('at_least', 'error_number');
  if (steps.length === 0) {
    if (least !== '') throw refusalAt('prizes', 'error_required');
    return null;
  }
  return {
    basis: textIn(form, 'basis') === 'percent' ? 'percent' : 'amount',
    steps,
    ...(at_least_cents !== null && { at_least_cents }),
  };
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
  const named_before = whole('named_before');
  // Reported together with the others, which a rule that cannot be read does not ask for.
  attempt(refused, null, () => {
    if (of === 'team' && is_named && named_before === null) throw refusalAt('named_before', 'error_required');
    return null;
  });
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
              // Of the same group what is not typed stays.
              ...(base.subject.of === of && base.subject),
              complete: !sums_up || form.get('complete') !== null,
              of,
              birds: whole('birds'),
              // Teams name birds; without a day nobody could.
              ...(of === 'team' && {
                named: is_named,
                named_before: is_named ? (named_before ?? undefined) : undefined,
              }),
            },
      prizes:
        part_of === null ? null : { part: textIn(form, 'part'), of: part_of, rounding: textIn(form, 'part_rounding') },
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
  // What cannot be read is reported together with what is wrong in other fields.
  const fields = Object.entries(errors ?? {}).map(([path, own]) => [fieldOf(path, further.flights), own] as const);
  const wrong: FieldErrors = { ...Object.fromEntries(fields), ...refused };
  if (Object.keys(wrong).length > 0 || !data) throw new Refusal('bad_input', {}, wrong);
  return data;

  function divisionIn() {
    const chosen = { odd_cent: textIn(form, 'odd_cent'), undistributed: textIn(form, 'undistributed') };
    const isUsual =
      chosen.odd_cent === defaultDivision.odd_cent && chosen.undistributed === defaultDivision.undistributed;
    // A rule that names none is divided as usual.
    return base.division === null && isUsual ? null : { ...divisionOf(base), ...chosen };
  }
}

/** The points of a table; none of another measure. */
const stepsIn = (form: FormData) =>
  textIn(form, 'measure') === 'table'
    ? pointStepsIn('steps', textIn(form, 'steps'), decimalsIn(textIn(form, 'decimals')))
    : [];

/** A number as it is typed, with a point or a comma before its decimals. */
const decimalIn = (form: FormData, name: string): string => textIn(form, name).replace(',', '.');

function measureIn(form: FormData, steps: ReturnType<typeof stepsIn>): Record<string, unknown> & { by: string } {
  const by = textIn(form, 'measure');
  const printed = { decimals: textIn(form, 'decimals'), rounding: textIn(form, 'rounding') };
  switch (by) {
    case 'mean_speed':
    case 'total_speed':
      return {
        by,
        unit: textIn(form, 'unit'),
        yards_per_metre: decimalIn(form, 'yards_per_metre') || undefined,
        ...printed,
      };
    case 'coefficient':
      return { by, factor: textIn(form, 'factor'), ...printed };
    case 'points':
      return { by, highest: decimalIn(form, 'highest'), lowest: decimalIn(form, 'lowest'), ...printed };
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

/** The fields of the form that parts of the rule are typed into. */
const typedInto: readonly (readonly [start: string, field: string])[] = [
  ['rule.measure.steps', 'steps'],
  ['rule.measure.decimals', 'decimals'],
  ['rule.measure.factor', 'factor'],
  ['rule.measure.yards_per_metre', 'yards_per_metre'],
  ['rule.measure.highest', 'highest'],
  ['rule.measure.lowest', 'lowest'],
  ['rule.measure.most_birds', 'most_birds'],
  ['rule.measure.of', 'divided_by'],
  ['rule.limit', 'limit'],
  ['rule.flights.least_distance_m', 'least_distance'],
  ['rule.entry.add_on', 'add_on'],
  ['rule.entry.countries', 'countries'],
  ['rule.entry.colours', 'colours'],
  ['rule.entry.regions', 'only_regions'],
  ['rule.to_come.slowest', 'slowest'],
  ['rule.to_come', 'fastest'],
  ['rule.measure', 'measure'],
  ['rule.subject.named_before', 'named_before'],
  ['rule.subject', 'birds'],
  ['rule.regions', 'regions'],
  ['rule.prizes.part', 'part'],
  ['rule.prizes', 'part_of'],
  ['rule.flights.kinds', 'kinds'],
  ['rule.flights.best', 'best'],
  ['rule.flights.least', 'least'],
  ['rule.entry.active_before', 'active_before'],
  ['rule.division.odd_cent', 'odd_cent'],
  ['rule.division', 'undistributed'],
  ['prizes.at_least_cents', 'at_least'],
  ['prizes', 'prizes'],
  ...locales.map((locale) => [`names.${locale}`, nameField(locale)] as const),
];

/** The field of an error; of a weight or a bonus that of its flight or kind, the first where all are wrong. */
function fieldOf(path: string, { weights, bonus }: { weights: readonly Said[]; bonus: readonly Said[] }): string {
  const [, part, i = 0] = /^rule\.flights\.(weights|bonus)(?:\.(\d+))?/.exec(path) ?? [];
  if (part === 'weights') return `weight_${weights[Number(i)]?.of}`;
  if (part === 'bonus') return `bonus_${bonus[Number(i)]?.of}`;
  return typedInto.find(([start]) => path.startsWith(start))?.[1] ?? path;
}
type Said = { of: string | number };
