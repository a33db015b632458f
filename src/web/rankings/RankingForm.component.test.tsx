/** The form of a ranking in a browser: choices say what was typed, also of fields that another measure did not send. */
import { expect, it } from 'vitest';
import { show } from '#testing/show.tsx';
import { RankingForm } from './RankingForm.tsx';

const flights = [{ id: 41, name: 'Vierzon', kind: 'final', distance_m: 400_000 }];

it('says points and factor of a new ranking where the form that was sent had none', async () => {
  // As it comes back from a trial by mean speed.
  const typed = { name: 'Ace', measure: 'mean_speed', decimals: '2' };
  const screen = await show(<RankingForm typed={typed} errors={undefined} products={[]} flights={flights} />);
  const choices = screen.container.querySelector('select[name=measure]')!;
  await expect.poll(() => choices.textContent).toContain('From 100 points for the first down to 0 by equal steps');
  expect(choices.textContent).not.toContain('undefined');
});

it('marks the weight of a single flight where it is wrong, and opens the part in which it stands', async () => {
  const errors = { weight_41: [{ code: 'error_min_value', params: { min: 1 } }] } as const;
  const screen = await show(<RankingForm typed={{ weight_41: '0' }} errors={errors} products={[]} flights={flights} />);
  const weight = screen.container.querySelector('[name=weight_41]')!;
  await expect.poll(() => weight.getAttribute('aria-invalid')).toBe('true');
  for (let part = weight.closest('details'); part; part = part.parentElement!.closest('details'))
    expect(part.open).toBe(true);
});
