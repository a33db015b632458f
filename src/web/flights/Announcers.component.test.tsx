/** The announcement of the reader's own birds to screen readers. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { show } from '#testing/show.tsx';
import { MyAnnouncer, type MyAnnouncerProps } from './Announcers.tsx';

const star = { pigeon_id: 1, ring: 'BE 22-1', pigeon_name: 'Blue Star' } as unknown as Bird;
const unnamed = { pigeon_id: 2, ring: 'BE 22-2', pigeon_name: null } as unknown as Bird;
const viewOf = (...ids: number[]): MyAnnouncerProps['view'] => ({
  ranked: ids.map((pigeon_id, index) => ({ pigeon_id, rank: index + 1 }) as Ranked),
  indexOf: (pigeon_id) => ids.indexOf(pigeon_id),
});

test('says each bird once, politely, by its name and its rank, as soon as it has one', async () => {
  let set: (props: MyAnnouncerProps) => void = () => {};
  function Live() {
    const [props, setProps] = useState<MyAnnouncerProps>({ landed: [], view: viewOf(3) });
    set = setProps;
    return <MyAnnouncer {...props} />;
  }
  const { container, t } = await show(<Live />);
  const region = container.querySelector('[role="status"]')!;
  const said = async (props: MyAnnouncerProps, text: string) => {
    set(props);
    await expect.poll(() => region.textContent).toBe(text);
  };
  expect(region.textContent).toBe('');
  const first = t('mine.came_home', { bird: 'Blue Star, BE 22-1', rank: 2 });
  await said({ landed: [star], view: viewOf(3, 1) }, first);
  // Corrected, and landed again after a withdrawal.
  await said({ landed: [star, star], view: viewOf(1, 3) }, first);
  // Paused: the next one has no rank yet.
  await said({ landed: [star, star, unnamed], view: viewOf(1, 3) }, first);
  await said(
    { landed: [star, star, unnamed], view: viewOf(1, 3, 2) },
    t('mine.came_home', { bird: 'BE 22-2', rank: 3 }),
  );
});
