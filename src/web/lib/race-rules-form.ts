/** The rules of a race as the fields of a plain form, and back. */
import type { RaceRules } from '#domain/seasons/rules.ts';
import { textIn } from './form.ts';

/** The values of the rules of a race in the form. */
export function typedRules(rules: RaceRules): Record<string, string> {
  const { speed, closed_night: night, closing } = rules;
  return {
    unit: speed.unit,
    rounding: speed.rounding,
    decimals: String(speed.decimals ?? 4),
    yards_per_metre: speed.yards_per_metre ?? '',
    precision: String(rules.precision_ms),
    ties: rules.ties,
    night: night.kind,
    closes: night.kind === 'hours' ? night.closes : '22:00',
    opens: night.kind === 'hours' ? night.opens : '05:00',
    after_sunset: String(night.kind === 'sun' ? night.after_sunset_min : 30),
    before_sunrise: String(night.kind === 'sun' ? night.before_sunrise_min : 30),
    closing: closing.kind,
    percent: String(closing.kind === 'share' ? closing.percent : 25),
    hours: String(closing.kind === 'hours' ? closing.hours : 48),
    day: String(closing.kind === 'day' ? closing.day : 2),
    time: closing.kind === 'day' ? closing.time : '20:00',
  };
}

/** The rules of a race in a form, for the call to validate. */
export function raceRulesIn(form: FormData): RaceRules {
  const text = (name: string) => textIn(form, name);
  const number = (name: string) => (/^[+-]?\d+(\.\d+)?$/.test(text(name)) ? Number(text(name)) : undefined);
  const yards_per_metre = text('unit') === 'yd/min' && text('yards_per_metre');
  return {
    speed: {
      unit: text('unit'),
      rounding: text('rounding'),
      decimals: text('rounding') === 'none' ? null : number('decimals'),
      ...(yards_per_metre && { yards_per_metre }),
    },
    precision_ms: number('precision'),
    ties: text('ties'),
    closed_night: {
      kind: text('night'),
      ...(text('night') === 'hours' && { closes: text('closes'), opens: text('opens') }),
      ...(text('night') === 'sun' && {
        after_sunset_min: number('after_sunset'),
        before_sunrise_min: number('before_sunrise'),
      }),
    },
    closing: {
      kind: text('closing'),
      ...(text('closing') === 'hours' && { hours: number('hours') }),
      ...(text('closing') === 'share' && { percent: number('percent') }),
      ...(text('closing') === 'day' && { day: number('day'), time: text('time') }),
    },
  } as unknown as RaceRules;
}
