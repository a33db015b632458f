/** The rulebook of the demo's loft: closed nights, prizes and refunds, as usual in Europe. Aces are its rankings. */
import { defaultRulebook, type PrizeStep, type Rulebook } from '#domain/seasons/rulebook.ts';

const step = (from: number, to: number, euros: number): PrizeStep => ({ from, to, value: euros * 100 });

export const demoRulebook: Rulebook = {
  ...defaultRulebook('km'),
  rules: {
    ...defaultRulebook('km').rules,
    closed_night: { kind: 'sun', after_sunset_min: 30, before_sunrise_min: 30 },
    closing: { kind: 'day', day: 2, time: '20:00' },
  },
  aces: [],
  prizes: {
    hot_spot: { basis: 'amount', steps: [step(1, 1, 700), step(2, 2, 450), step(3, 3, 250)] },
    final: {
      basis: 'amount',
      steps: [step(1, 1, 15_000), step(2, 2, 8_000), step(3, 3, 5_000), step(4, 10, 1_500), step(11, 50, 250)],
    },
  },
  special: {
    final: [
      { to: 'first_hen', every: null, amount_cents: 50_000, in_kind: null },
      { to: 'every_nth', every: 100, amount_cents: 10_000, in_kind: null },
      { to: 'first_of_country', every: null, amount_cents: null, in_kind: 'A trophy' },
    ],
  },
  refunds: { entry: 'until_registration_ends', activation: 'credit' },
};

/** Of a season that is over: nobody disputes its results any more. */
export const pastRulebook: Rulebook = { ...demoRulebook, disputes: { hours: 0 } };
