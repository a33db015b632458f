/** A rulebook as the fields of a plain form, and back. */
import { asTyped, hundredthsIn } from '#domain/money.ts';
import { aceMethods, countedKinds, type Rulebook, rulebook } from '#domain/seasons/rulebook.ts';
import {
  closeTimesOf,
  disputeHoursOf,
  divisionOf,
  prizedFlights,
  prizedFor,
  releaseLimitsOf,
} from '#domain/seasons/rulebook-parts.ts';
import { mostSpecials, type SpecialPrize, specialTo } from '#domain/seasons/special-prizes-rule.ts';
import { textIn } from '#web/lib/form.ts';
import { prizeLines, prizeStepsIn } from '#web/lib/prize-lines.ts';
import { raceRulesIn, typedRules } from '#web/lib/race-rules-form.ts';

/** The limits of a release that are numbers, and those that are ticked. */
export const measuredLimits = ['visibility_km', 'headwind_kmh', 'temperature_c', 'rest_min'] as const;
export const tickedLimits = ['no_rain', 'no_low_cloud', 'no_thunder', 'same_day'] as const;

/** Each version can add one rule of aces. */
export const mostAces = 4;

/** The values of the form; an unticked box has none. */
export function typedOf({ rules, aces, prizes, refunds, ...book }: Rulebook): Record<string, string> {
  const typed: Record<string, string> = {
    ...typedRules(rules),
    manual_arrival: book.manual_arrival,
    close_times: closeTimesOf(book),
    dispute_hours: String(disputeHoursOf(book)),
    refund_entry: refunds.entry,
    refund_activation: refunds.activation,
  };
  for (const [name, value] of Object.entries(releaseLimitsOf(book))) {
    if (typeof value !== 'boolean') typed[`limit_${name}`] = value === null ? '' : String(value);
    else if (value) typed[`limit_${name}`] = 'on';
  }
  if (book.ties_share_prizes) typed.ties_share = 'on';
  const { odd_cent, undistributed, first_drop } = divisionOf(book);
  Object.assign(typed, { odd_cent, undistributed, drop_tie: first_drop?.at_tie ?? 'with_it' });
  if (first_drop) typed.first_drop = 'on';
  typed.drop_most = String(first_drop?.most_birds ?? '');
  if (book.pedigree_for_prizes) typed.pedigree = 'on';
  typed.pay_within_days = String(book.pay_within_days ?? '');
  for (const [i, { method, kinds, best }] of aces.entries()) {
    typed[`ace_${i}`] = method;
    typed[`ace_${i}_best`] = best === null ? '' : String(best);
    for (const kind of kinds) typed[`ace_${i}_${kind}`] = 'on';
  }
  for (const what of prizedFor) {
    typed[`basis_${what}`] = prizes[what]?.basis ?? 'amount';
    const at_least = prizes[what]?.at_least_cents;
    typed[`at_least_${what}`] = at_least === undefined ? '' : asTyped(at_least);
    typed[`prizes_${what}`] = prizeLines(prizes[what]?.steps ?? []);
  }
  for (const kind of prizedFlights) {
    for (const [i, { to, every, amount_cents, in_kind }] of (book.special?.[kind] ?? []).entries()) {
      typed[`special_${kind}_${i}`] = to;
      typed[`special_${kind}_${i}_every`] = every === null ? '' : String(every);
      typed[`special_${kind}_${i}_amount`] = amount_cents === null ? '' : asTyped(amount_cents);
      typed[`special_${kind}_${i}_in_kind`] = in_kind ?? '';
    }
  }
  return typed;
}

/** The rulebook in a form, for the call to validate. @throws Refusal `bad_input` for an invalid prize. */
export function rulebookIn(form: FormData): Rulebook {
  const text = (name: string) => textIn(form, name);
  return {
    rules: raceRulesIn(form),
    manual_arrival: text('manual_arrival'),
    close_times: text('close_times'),
    aces: Array.from({ length: mostAces }, (_, i) => `ace_${i}`)
      .filter((ace) => aceMethods.some((method) => method === text(ace)))
      .map((ace) => ({
        method: text(ace),
        kinds: countedKinds.filter((kind) => form.has(`${ace}_${kind}`)),
        best: text(`${ace}_best`) === '' ? null : text(`${ace}_best`),
      })),
    prizes: Object.fromEntries(
      prizedFor.flatMap((what) => {
        const steps = prizeStepsIn(`rulebook.prizes.${what}`, text(`prizes_${what}`));
        if (!steps.length) return [];
        const least = text(`at_least_${what}`);
        return [
          [
            what,
            { basis: text(`basis_${what}`), steps, ...(least && { at_least_cents: hundredthsIn(least) ?? least }) },
          ],
        ];
      }),
    ),
    ties_share_prizes: form.has('ties_share'),
    ...(form.has('pedigree') && { pedigree_for_prizes: true }),
    ...(text('pay_within_days') !== '' && { pay_within_days: wholeIn(text('pay_within_days')) }),
    division: {
      odd_cent: text('odd_cent'),
      undistributed: text('undistributed'),
      first_drop: form.has('first_drop') ? { most_birds: wholeIn(text('drop_most')), at_tie: text('drop_tie') } : null,
    },
    ...specialIn(text),
    disputes: { hours: wholeIn(text('dispute_hours')) ?? 0 },
    refunds: { entry: text('refund_entry'), activation: text('refund_activation') },
    release: {
      ...Object.fromEntries(measuredLimits.map((limit) => [limit, wholeIn(text(`limit_${limit}`))])),
      ...Object.fromEntries(tickedLimits.map((limit) => [limit, form.has(`limit_${limit}`)])),
    },
    // The call checks every field.
  } as unknown as Rulebook;
}

/** The special prizes in a form; nothing where there are none. */
function specialIn(text: (name: string) => string) {
  const ofKind = (kind: string) =>
    Array.from({ length: mostSpecials }, (_, i) => `special_${kind}_${i}`)
      .filter((one) => specialTo.some((to) => to === text(one)))
      .map((one) => {
        const [to, amount, in_kind] = [text(one), text(`${one}_amount`), text(`${one}_in_kind`)];
        return {
          to: to as SpecialPrize['to'],
          every: to === 'every_nth' ? wholeIn(text(`${one}_every`)) : null,
          amount_cents: amount === '' ? null : (hundredthsIn(amount) ?? amount),
          in_kind: in_kind === '' ? null : in_kind,
        };
      });
  const kinds = prizedFlights.map((kind) => [kind, ofKind(kind)] as const).filter(([, given]) => given.length > 0);
  return kinds.length > 0 && { special: Object.fromEntries(kinds) };
}

/** A whole number, null for an empty field; what is neither, the call refuses. */
const wholeIn = (text: string) => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text);

/**
 * The rulebook in a form that is still being edited: invalid parts keep their former value. Prizes are typed last, and
 * invalid until their lines are complete.
 */
export function chosenIn(form: FormData, before: Rulebook): Rulebook {
  const parsed = (() => {
    try {
      return rulebookIn(form);
    } catch {
      for (const what of prizedFor) form.delete(`prizes_${what}`);
      return { ...rulebookIn(form), prizes: before.prizes };
    }
  })();
  const parts = rulebook.shape;
  return {
    ...before,
    rules: parts.rules.safeParse(parsed.rules).data ?? before.rules,
    aces: parts.aces.safeParse(parsed.aces).data ?? before.aces,
    prizes: parts.prizes.safeParse(parsed.prizes).data ?? before.prizes,
    ties_share_prizes: parsed.ties_share_prizes,
    division: parts.division.safeParse(parsed.division).data ?? before.division,
  };
}
