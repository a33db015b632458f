import { expect, test } from 'vitest';
import { show } from '#testing/show.tsx';
import { ReliefStrip } from './ReliefStrip.tsx';

const heights = [100, 640, 1243, 300, 0];

test('the highest point of the way is said in words, in metres or in feet by the unit of the loft', async () => {
  const { container, t } = await show(<ReliefStrip heights={heights} part={null} distance={400} unit="km" />);
  expect(container.textContent).toContain(t('flight_map.relief'));
  expect(container.textContent).toContain(t('flight_map.highest', { height: '1,240 m', distance: '200 km' }));
  expect(container.querySelectorAll('path')).toHaveLength(1);
  const miles = await show(<ReliefStrip heights={heights} part={0.5} distance={250} unit="mile" />);
  expect(miles.container.textContent).toContain(
    t('flight_map.highest', { height: '4,080 ft', distance: `125 ${t('unit.mile')}` }),
  );
  expect(miles.container.querySelectorAll('path')).toHaveLength(2);
});
