import { describe, expect, it } from 'vitest';
import { seed, seededRandom } from '#testing/proof.ts';
import { endOfGiftCode, giftCodeBytes, giftCodeInGroups, giftCodeOf, readGiftCode } from './gift-code.ts';

const bytes = (fill: (i: number) => number) => Uint8Array.from({ length: giftCodeBytes }, (_, i) => fill(i));

describe('the code of a gift card (1.7, M7)', () => {
  it('has 80 bits in 16 signs, in groups of four', () => {
    expect(giftCodeOf(bytes(() => 0))).toBe('0000000000000000');
    expect(giftCodeOf(bytes(() => 255))).toBe('ZZZZZZZZZZZZZZZZ');
    expect(giftCodeOf(bytes((i) => (i === giftCodeBytes - 1 ? 1 : 0)))).toBe('0000000000000001');
    expect(giftCodeInGroups('7K7MQ2XVR9TDK7QF')).toBe('7K7M Q2XV R9TD K7QF');
    expect(endOfGiftCode('7K7MQ2XVR9TDK7QF')).toBe('K7QF');
    expect(() => giftCodeOf(new Uint8Array(9))).toThrow(RangeError);
  });

  it('differs for each value of each byte', () => {
    const codes = new Set<string>();
    for (let at = 0; at < giftCodeBytes; at++)
      for (let value = 1; value < 256; value++) codes.add(giftCodeOf(bytes((i) => (i === at ? value : 0))));
    expect(codes.size).toBe(giftCodeBytes * 255);
  });

  it.each([
    ['7k7m q2xv r9td k7qf', '7K7MQ2XVR9TDK7QF'],
    ['7K7M-Q2XV-R9TD-K7QF', '7K7MQ2XVR9TDK7QF'],
    ['７Ｋ７Ｍ Q2XV–R9TD\u00a0K7QF\n', '7K7MQ2XVR9TDK7QF'],
    ['OoIi lLOO 0000 1111', '0011110000001111'],
  ])('reads %j', (typed, code) => expect(readGiftCode(typed)).toBe(code));

  it.each(['', '7K7M', '7K7MQ2XVR9TDK7QF0', '7K7MQ2XVR9TDK7QU', '7K7MQ2XVR9TDK7Q!', '7K7MQ2XVR9TDK7Q😀'])(
    'takes %j for no code',
    (typed) => expect(readGiftCode(typed)).toBeNull(),
  );

  it('reads each code that it writes', () => {
    const random = seededRandom(seed);
    for (let i = 0; i < 2_000; i++) {
      const code = giftCodeOf(bytes(() => random(256)));
      expect(readGiftCode(giftCodeInGroups(code).toLowerCase())).toBe(code);
    }
  });
});
