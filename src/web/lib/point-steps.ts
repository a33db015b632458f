/** Points by place as people type them: `1-3: 50`, or `4: 20.5`, on each line. */
import { type FieldError, Refusal } from '#domain/refusal.ts';

const step = /^(\d{1,6})\s*(?:[-–]\s*(\d{1,6}))?\s*[:=]\s*(\d+(?:[.,]\d+)?)$/;
/** So many wrong lines are named at once, and so much of each. */
const [most, shown] = [5, 60];

/**
 * The points in the lines of a field; none where it is empty.
 * @param decimals as many as points may have
 * @throws Refusal `bad_input` at the field, for each wrong line with its number: `points_line_wrong` cannot be read,
 * `points_place_zero`, `points_order_wrong` its places do not come after those of the line before,
 * `points_line_decimals`
 */
export function pointStepsIn(field: string, text: string, decimals: number) {
  const steps: { from: number; to: number; points: string }[] = [];
  const errors: FieldError[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const wrong = (code: FieldError['code'], params: FieldError['params'] = {}) =>
      errors.push({ code, params: { n: i + 1, line: line.trim().slice(0, shown), ...params } });
    const [, first, last = first, typed] = step.exec(line.trim()) ?? [];
    if (first === undefined || typed === undefined) {
      wrong('points_line_wrong');
      continue;
    }
    const [from, to, points] = [Number(first), Number(last), typed.replace(',', '.')];
    if (from === 0) wrong('points_place_zero');
    else if (to < from || from <= (steps.at(-1)?.to ?? 0)) wrong('points_order_wrong');
    else if ((points.split('.')[1]?.length ?? 0) > decimals) wrong('points_line_decimals', { max: decimals });
    steps.push({ from, to, points });
  }
  if (errors.length > 0) throw new Refusal('bad_input', {}, { [field]: errors.slice(0, most) });
  return steps;
}

export const pointStepsAsText = (steps: readonly { from: number; to: number; points: string }[]): string =>
  steps.map(({ from, to, points }) => `${from === to ? from : `${from}-${to}`}: ${points}`).join('\n');

/** The decimals that are typed; any number of them where what is typed is refused for itself. */
export const decimalsIn = (typed: string): number => (/^[0-6]$/.test(typed) ? Number(typed) : 6);
