import { useState } from 'react';
import { expect, test } from 'vitest';
import { overflow, show } from '#testing/show.tsx';
import { FieldLine, type FieldLineProps } from './FieldLine.tsx';
import sky from './sky.module.css';

const race: FieldLineProps = {
  loft_id: 1,
  from: 'Albacete',
  to: 'Castelo Branco',
  basketed: 6834,
  home: 3309,
  state: 'flying',
};
/** The points of a path with lines without length: one for each speck. */
const specksOf = (svg: Element | null | undefined) => (svg?.innerHTML.match(/h0/g) ?? []).length;
const svgs = (root: Element) => [...root.querySelectorAll('svg')];

function drawn(root: Element) {
  const line = [...root.querySelectorAll('path')].map((path) => path.getAttribute('d')!);
  const specks = svgs(root).filter((svg) => specksOf(svg) > 0);
  return {
    /** From the edge to the loft. */
    solid: line.find((d) => d.startsWith('M') && d.endsWith('1290 98') && !d.startsWith('M150 98')),
    dashed: line.some((d) => d.startsWith('M150 98Q')),
    specks: specks.map(specksOf).reduce((sum, count) => sum + count, 0) + root.querySelectorAll('i').length,
    drifting: root.querySelectorAll('svg[data-group]').length,
  };
}

test('before the first bird all of it is dashed, with every speck out', async () => {
  const { container, t } = await show(<FieldLine {...race} home={0} />);
  expect(drawn(container)).toMatchObject({ solid: undefined, dashed: true, specks: 684, drifting: 4 });
  expect(container.textContent).toContain(t('race.still_out', { count: 6834, n: '6,834' }));
});

/** A race in which as many birds as are asked for land with each click. */
function Landing({ birds }: { birds: number }) {
  const [home, setHome] = useState(race.home);
  return (
    <>
      <FieldLine {...race} home={home} within="60 km" />
      <button type="button" onClick={() => setHome(home + birds)}>
        Land
      </button>
    </>
  );
}

test('the solid part is the share home, and a landing moves one speck over the edge and nothing else', async () => {
  const screen = await show(<Landing birds={10} />);
  const { container, t } = screen;
  const before = drawn(container);
  expect(before).toMatchObject({ dashed: true, specks: 684 });
  const x = Number(before.solid!.slice(1).split(' ')[0]);
  expect((1290 - x) / 1140).toBeCloseTo(3309 / 6834, 1);
  expect(container.textContent).toContain(t('race.share_home', { share: '48%' }));
  expect(container.textContent).toContain(t('race.most_within', { distance: '60 km' }));
  const groups = () => [...container.querySelectorAll('svg[data-group] path')].map((path) => path.getAttribute('d'));
  const [out, last] = [groups(), container.querySelector('i')];
  await screen.getByRole('button').click();
  expect(drawn(container).specks).toBe(684);
  expect(container.querySelector('i')).not.toBe(last);
  // One group of those out has lost its first speck; in it the others keep their places.
  expect(groups().filter((d, index) => d !== out[index])).toHaveLength(1);
});

test('only when all are home it is solid to the truck and says so; what never came stays dashed', async () => {
  const nearly = await show(<FieldLine {...race} home={6833} />);
  expect(drawn(nearly.container).dashed).toBe(true);
  expect(nearly.container.textContent).not.toContain(nearly.t('race.all_home'));
  const all = await show(<FieldLine {...race} home={6834} />);
  expect(drawn(all.container)).toMatchObject({ dashed: false });
  expect(all.container.textContent).toContain(all.t('race.all_home'));
  const { container, t } = await show(<FieldLine {...race} home={6508} state="over" />);
  expect(drawn(container)).toMatchObject({ dashed: true, drifting: 0 });
  expect(container.textContent).toContain(t('race.not_home', { count: 326, n: '326' }));
});

test('birds in their baskets are no specks, and nothing is said of them', async () => {
  const { container } = await show(<FieldLine {...race} home={0} state="before" />);
  expect(drawn(container)).toMatchObject({ dashed: true, specks: 0, drifting: 0 });
});

test('my birds: a tick for each that is home, five named that are out and a count of the others', async () => {
  const out = Array.from({ length: 8 }, (_, n) => ({ pigeon_id: n, ring: `BE26-40230${10 + n}` }));
  const { container } = await show(<FieldLine {...race} home={7} mine={{ home: [7, 7, 3], out }} />);
  expect([...container.querySelectorAll('b bdi')].map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['010', '011', '012', '013', '014', '+3']),
  );
});

test.each([
  [320, 'ltr'],
  [390, 'rtl'],
  [1440, 'rtl'],
] as const)(
  'at %i px, %s, the truck and the loft stand at the ends of the arc and nothing sticks out',
  async (width, dir) => {
    const { container } = await show(
      <section className={sky.sky}>
        <FieldLine {...race} within="60 km" />
      </section>,
      {
        width,
        ...(dir === 'rtl' && { locale: 'ar' }),
      },
    );
    expect(overflow()).toBe(0);
    const arc = container.querySelector('svg path[d^="M150 98"]')!.getBoundingClientRect();
    const [truck] = [...container.querySelectorAll('svg')]
      .map((svg) => svg.parentElement!.getBoundingClientRect())
      .filter(({ width: wide }) => wide > 20 && wide < 50);
    const end = dir === 'rtl' ? arc.right : arc.left;
    expect(Math.abs((truck!.left + truck!.right) / 2 - end)).toBeLessThan(4);
  },
);
