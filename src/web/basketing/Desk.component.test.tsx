import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { DeskData, DeskReply, ShownBird } from '#domain/basketing/desk-contract.ts';
import { basketingOf, type DeskEvent, decideEvents } from '#domain/basketing/desk-events.ts';
import { Refusal } from '#domain/refusal.ts';
import { overflow, show } from '#testing/show.tsx';
import { DeskScreen } from './Desk.tsx';
import { type Desk, openDesk } from './device-desk.ts';

const bird = (pigeon_id: number, given: Partial<ShownBird> = {}): ShownBird => ({
  pigeon_id,
  ring: `BE 26-40231${80 + pigeon_id}`,
  chip: `AA0000000${pigeon_id}`,
  former_chips: [],
  health: 'active',
  progress: 'not_activated',
  location: 'at_loft',
  place: 'paid',
  order: null,
  due_cents: null,
  was_read: false,
  name: null,
  color: 'Blue bar',
  sex: 'hen',
  team: `Team ${pigeon_id}`,
  photo: null,
  ...given,
});

/** A server that decides as ours does; `cut` takes its network away. */
function server(birds: readonly ShownBird[]) {
  let state = basketingOf([]);
  const events: DeskEvent[] = [];
  const answered = new Map<string, DeskReply['answers'][number]>();
  const asked = { cut: false, sent: 0, taken: [] as number[] };
  const own = { desk: 1, blocks: [1], received: 0 };
  const other = { desk: 2, blocks: [2], basketed: 187, seen_at: '2026-08-21T02:13:20.000Z' };
  const facts = {
    entry: 'racing' as const,
    crate_size: 28,
    bird: (id: number) => birds.find((one) => one.pigeon_id === id) ?? null,
  };
  const reach = () => {
    if (asked.cut) throw new TypeError('Failed to fetch');
  };
  return {
    asked,
    events,
    /** Another desk was faster. */
    basket: (pigeon_id: number) => {
      state = basketingOf([...state.standings, [pigeon_id, { list: 'basketed', crate: 16, number: 1 }]]);
    },
    calls: {
      read: async (): Promise<DeskData> => {
        reach();
        return {
          loft: { id: 1, name: 'Serra Alta', time_zone: 'Europe/Lisbon' } as DeskData['loft'],
          season: { id: 1, name: '2026', year: 2026, status: 'in_progress' },
          flight: { id: 7, name: 'Serra Alta Final', kind: 'final', status: 'basketing', entry: 'racing' },
          crate_size: 28,
          currency: 'EUR',
          birds: [...birds],
          elsewhere: [],
          standings: [...state.standings].map(([pigeon_id, standing]) => ({ pigeon_id, ...standing })),
          desks: [other],
          present_since: null,
          seq: events.length,
          read_at: '2026-08-21T02:13:20.000Z',
        };
      },
      send: async ({ events: sent, since }: { events: DeskEvent[]; since: number }): Promise<DeskReply> => {
        reach();
        asked.sent += sent.length;
        for (const event of sent) {
          if (answered.has(event.id)) continue;
          const decided = decideEvents(state, [event], own, facts);
          const no = decided.refusals[0];
          answered.set(event.id, { id: event.id, refusal: no ? { code: no.code, params: { ...no.params } } : null });
          own.received = Math.max(own.received, event.n);
          if (no) continue;
          state = decided.state;
          events.push(event);
        }
        const answers = sent.map(({ id }) => answered.get(id)!);
        const desks = [{ ...other, desk: 1 }, other];
        return { ...own, answers, status: 'basketing', events: events.slice(since), seq: events.length, desks };
      },
    },
  };
}

let flights = 0;
const open: Desk[] = [];
afterEach(() => {
  for (const desk of open.splice(0)) desk.close();
});

async function desk(birds: readonly ShownBird[], options: Parameters<typeof show>[1] = {}) {
  const site = server(birds);
  const flight_id = Date.now() * 100 + ++flights;
  const start = async () => {
    const one = openDesk(flight_id, site.calls);
    open.push(one);
    const screen = await show(<DeskScreen desk={one} season_id={1} />, { width: 1180, ...options });
    const field = screen.getByLabelText(screen.t('basketing_desk.scan'));
    await expect.element(field).toHaveFocus();
    return { one, screen, field };
  };
  return { site, start, ...(await start()) };
}

/** A scanner types at the focus and sends Enter. */
const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);
const counts = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-list]')].map((one) => [
      one.dataset.list,
      Number(one.querySelector('b')!.textContent),
    ]),
  );

test('a chip and the last digits of a ring go in, with crate and number; the field keeps the focus', async () => {
  const { screen, field, site } = await desk([bird(1), bird(2), bird(3)]);
  await expect.poll(counts).toEqual({ basketed: 0, held_back: 0, present: 0, unaccounted: 3 });
  await scan('aa00000001');
  await expect.element(screen.getByRole('heading', { name: screen.t('basketing_desk.in'), exact: true })).toBeVisible();
  await expect.element(screen.getByText(screen.t('basketing_desk.chip_right'))).toBeVisible();
  await scan('182');
  await expect.element(screen.getByText(screen.t('basketing_desk.chip_unread'))).toBeVisible();
  await expect.poll(counts).toEqual({ basketed: 2, held_back: 0, present: 0, unaccounted: 1 });
  await expect.element(field).toHaveValue('');
  await screen.getByRole('button', { name: screen.t('basketing_desk.next_crate') }).click();
  await expect.element(field).toHaveFocus();
  await scan('183');
  await expect
    .poll(() => site.events.map((one) => 'crate' in one && [one.crate, one.number]))
    .toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
  await screen.getByRole('button', { name: screen.t('basketing_desk.take_out') }).click();
  await expect.poll(counts).toEqual({ basketed: 2, held_back: 0, present: 1, unaccounted: 0 });
  await screen.getByRole('button', { name: screen.t('basketing_desk.undo') }).click();
  await expect.poll(counts).toEqual({ basketed: 3, held_back: 0, present: 0, unaccounted: 0 });
});

test('a refused bird has one reason; a scan over it leaves it to be decided later, and it can be held back', async () => {
  const unpaid = bird(2, { place: 'unpaid', order: '26-0431', due_cents: 6000 });
  const { screen } = await desk([bird(1), unpaid, bird(3, { health: 'injured' })]);
  await scan('182');
  await expect.element(screen.getByText(screen.t('basketing_desk.no_unpaid'), { exact: true })).toBeVisible();
  await expect.element(screen.getByText('€60.00', { exact: false })).toBeVisible();
  await scan('AA00000001');
  await expect.poll(counts).toEqual({ basketed: 1, held_back: 1, present: 1, unaccounted: 0 });
  await scan('182');
  await screen.getByRole('button', { name: screen.t('basketing_desk.hold_back') }).click();
  await expect.poll(counts).toEqual({ basketed: 1, held_back: 2, present: 0, unaccounted: 0 });
  await scan('183');
  await expect.element(screen.getByText(screen.t('basketing_desk.no_not_racing'), { exact: true })).toBeVisible();
  await scan('181');
  await expect.element(screen.getByText(screen.t('basketing_desk.no_already_in'), { exact: true })).toBeVisible();
  await scan('FFFF000000');
  await expect.element(screen.getByText(screen.t('basketing_desk.no_unknown'), { exact: true })).toBeVisible();
});

test('digits that end several rings offer the birds, and a touch chooses', async () => {
  const { screen, field } = await desk([bird(1), bird(2, { ring: 'NL 26-1563181' })]);
  await scan('181');
  await screen.getByRole('button', { name: /NL 26-1563181/ }).click();
  await expect.poll(counts).toMatchObject({ basketed: 1 });
  await expect.element(field).toHaveFocus();
});

test('without a network it carries on, loses nothing when it is closed, and sends each event once', async () => {
  const { site, one, screen, start } = await desk([bird(1), bird(2), bird(3)]);
  site.asked.cut = true;
  await scan('181');
  await scan('182');
  await one.sync();
  await expect.element(screen.getByText(screen.t('basketing_desk.waiting', { n: '2' }))).toBeVisible();
  expect(site.events).toEqual([]);
  one.close();
  const again = await start();
  await expect.poll(counts).toMatchObject({ basketed: 2, unaccounted: 1 });
  await scan('183');
  site.asked.cut = false;
  await again.one.sync();
  await expect
    .poll(() => site.events.map(({ pigeon_id, n }) => [pigeon_id, n]))
    .toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  await expect.poll(counts).toMatchObject({ basketed: 3 });
});

test('what the server refuses afterwards is listed until somebody has settled it', async () => {
  const { site, one, screen } = await desk([bird(1), bird(2)]);
  site.asked.cut = true;
  await scan('181');
  await one.sync();
  site.basket(1);
  site.asked.cut = false;
  await one.sync();
  // The green answer is taken back too.
  await expect.element(screen.getByText(screen.t('basketing_desk.no_already_in'), { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('heading', { name: screen.t('basketing_desk.refused'), exact: false }))
    .toBeVisible();
  await screen.getByRole('button', { name: screen.t('basketing_desk.settled') }).click();
  await expect
    .element(screen.getByRole('heading', { name: screen.t('basketing_desk.refused'), exact: false }))
    .not.toBeInTheDocument();
});

test('a session that has ended stops nothing: what waits is kept', async () => {
  const { site, one, screen } = await desk([bird(1)]);
  const { send } = site.calls;
  site.calls.send = async () => {
    throw new Refusal('sign_in_first');
  };
  await scan('181');
  await one.sync();
  await expect.element(screen.getByText(screen.t('basketing_desk.sign_in_again'))).toBeVisible();
  site.calls.send = send;
  await one.sync();
  await expect.poll(() => site.events.length).toBe(1);
});

test.each([
  ['en', 390],
  ['de', 390],
  ['ar', 390],
  ['hu', 1180],
] as const)('nothing is wider than the window: %s, %i px', async (locale, width) => {
  await desk([bird(1), bird(2)], { locale, width });
  await scan('181');
  await expect.poll(counts).toMatchObject({ basketed: 1 });
  expect(overflow()).toBe(0);
});
