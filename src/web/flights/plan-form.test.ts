import { describe, expect, it } from 'vitest';
import { speedErrors, speedIn } from './plan-form.ts';

describe('the estimated speed of a plan, in the unit of its loft (9.6)', () => {
  it('is typed in yards a minute where the loft counts in miles, and kept in metres a minute', () => {
    expect(speedIn('1300', 'mile')).toBe(1188.72);
    expect(speedIn('1300', 'km')).toBe(1300);
  });

  it('stays as it was typed where it is no number', () => {
    expect(speedIn('fast', 'mile')).toBe('fast');
    expect(speedIn('', 'mile')).toBe('');
  });

  it('is refused with the limit in that unit', () => {
    const errors = [{ code: 'error_max_value', params: { max: 5000 } }] as const;
    expect(speedErrors(errors, 'mile')).toEqual([{ code: 'error_max_value', params: { max: 5468 } }]);
    expect(speedErrors(errors, 'km')).toEqual(errors);
  });
});
