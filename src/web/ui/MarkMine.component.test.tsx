import { expect, test } from 'vitest';
import { show } from '#testing/show.tsx';
import { MarkMine } from './MarkMine.tsx';

test('the star in the head of a flight has the way to the notifications beside it, that of a loft in a list has not', async () => {
  const flight = await show(<MarkMine loft_id={1} kind="flights" id={2} name="Noyon" look="sky" />);
  const link = flight.container.querySelector('a')!;
  expect([link.getAttribute('href'), link.getAttribute('aria-label')]).toEqual([
    '/notifications',
    flight.t('notifications.title'),
  ]);
  const loft = await show(<MarkMine loft_id={1} kind="lofts" id={1} name="Denderhoek" look="sky" listed />);
  expect(loft.container.querySelector('a')).toBeNull();
});
