/** Prizes as lines of a form, `1: 1000` or `11-20: 50.50`, and back. */
import { asTyped, hundredthsIn } from '#domain/money.ts';
import { Refusal } from '#domain/refusal.ts';
import type { PrizeStep } from '#domain/seasons/rulebook.ts';

/** The prizes, a line each. */
export const prizeLines = (steps: readonly PrizeStep[]): string =>
  steps.map(({ from, to, value }) => `${from === to ? from : `${from}-${to}`}: ${asTyped(value)}`).join('\n');

/** The prizes in the lines of a field. @throws Refusal `bad_input` with `prize_line_wrong` at the field */
export function prizeStepsIn(field: string, text: string): PrizeStep[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, from, to = from, amount = ''] = /^\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*:\s*(\S+)\s*$/.exec(line) ?? [];
      const value = hundredthsIn(amount);
      if (from === undefined || value === null)
        throw new Refusal(
          'bad_input',
          {},
          { [field]: [{ code: 'prize_line_wrong', params: { line: line.trim().slice(0, 60) } }] },
        );
      return { from: Number(from), to: Number(to), value };
    });
}
