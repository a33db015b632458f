import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskData, DeskReply, ShownBird } from '#domain/basketing/desk-contract.ts';
import { basketingOf, type DeskEvent, decideEvents } from '#domain/basketing/desk-events.ts';
import { Refusal } from '#domain/refusal.ts';
import { overflow, show } from '#testing/show.tsx';
import { DeskScreen } from './Desk.tsx';
import type { Desk, DeskCalls } from './desk-view.ts';
import { openDesk } from './device-desk.ts';

const bird = (pigeon_id: number, given: Partial<ShownBird> = {}): ShownBird => ({
  pigeon_id,
  ring: `BE 26-40231${80 + pigeon_id}`,
  chip: `AA0000000${pigeon_id}`,
  former_chips: [],
  health: 'active',
  health_since: null,
  progress: 'not_activated',
  location: 'at_loft',
  place: 'paid',
  order: null,
  due_cents: null,
  was_read: false,
  away: null,
  name: null,
  color: 'Blue bar',
  sex: 'hen',
  team: `Team ${pigeon_id}`,
  photo: null,
  ...given,
});

/** A server that decides as ours does; `cut` takes its network away. */
function server(birds: readonly ShownBird[], activation: DeskData['activation']) {
  const entry: DeskData['flight']['entry'] = activation ? 'activated' : 'racing';
  let state = basketingOf([]);
  const events: DeskEvent[] = [];
  const answered = new Map<string, DeskReply['answers'][number]>();
  const asked = { cut: false, sent: 0, taken: [] as number[], left: false };
  const own = { desk: 1, blocks: [1], received: 0 };
  const other = { desk: 2, blocks: [2], basketed: 187, seen_at: '2026-08-21T02:13:20.000Z', is_left: false };
  const facts = {
    entry,
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
          flight: { id: 7, name: 'Serra Alta Final', kind: 'final', status: 'basketing', entry },
          crate_size: 28,
          currency: 'EUR',
          activation,
          birds: [...birds],
          elsewhere: [],
          standings: [...state.standings].map(([pigeon_id, standing]) => ({ pigeon_id, ...standing })),
          desks: [other],
          present_since: null,
          seq: events.length,
          read_at: '2026-08-21T02:13:20.000Z',
        };
      },
      send: async ({ events: sent, since, instead_of }: Parameters<DeskCalls['send']>[0]): Promise<DeskReply> => {
        reach();
        if (instead_of) Object.assign(own, { desk: instead_of });
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
        const desks = [
          { ...other, desk: 1 },
          { ...other, basketed: 0, is_left: asked.left },
        ];
        return { ...own, answers, status: 'basketing', events: events.slice(since), seq: events.length, desks };
      },
    },
  };
}

const ended = <T,>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let flights = 0;
const open: Desk[] = [];
afterEach(() => {
  for (const desk of open.splice(0)) desk.close();
});

interface DeskOptions extends NonNullable<Parameters<typeof show>[1]> {
  /** The flight is a final, for birds that are activated. */
  activation?: DeskData['activation'];
}

async function desk(birds: readonly ShownBird[], { activation = null, ...options }: DeskOptions = {}) {
  const site = server(birds, activation);
  const flight_id = Date.now() * 100 + ++flights;
  const start = async () => {
    const one = openDesk(flight_id, site.calls);
    open.push(one);
    const screen = await show(<DeskScreen desk={one} season_id={1} />, { width: 1180, ...options });
    const field = screen.getByLabelText(screen.t('basketing_desk.scan'));
    await expect.element(field).toHaveFocus();
    return { one, screen, field };
  };
  /** The same desk after its page was closed, without a screen. */
  const reopen = async () => {
    const one = openDesk(flight_id, site.calls);
    open.push(one);
    await expect.poll(() => one.view().phase).toBe('ready');
    return one;
  };
  return { site, flight_id, start, reopen, ...(await start()) };
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

test('an empty desk asks whether it goes on as the one that its person left, until a bird is in it', async () => {
  const { one, screen, site } = await desk([bird(1)]);
  const offer = screen.getByRole('button', { name: screen.t('basketing_desk.take_over', { desk: 'B' }) });
  await expect.element(offer).not.toBeInTheDocument();
  site.asked.left = true;
  await one.sync();
  await offer.click();
  await expect
    .element(screen.getByText(screen.t('basketing_desk.desk', { desk: 'B' }), { exact: false }))
    .toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();

  const used = await desk([bird(1)]);
  used.site.asked.left = true;
  await used.one.sync();
  const again = used.screen.getByRole('button', { name: used.screen.t('basketing_desk.take_over', { desk: 'B' }) });
  await expect.element(again).toBeVisible();
  await scan('181');
  await expect.element(again).not.toBeInTheDocument();
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
  await expect.element(screen.getByText(screen.t('basketing_desk.not_in'), { exact: true })).toBeVisible();
  // A bird that stands in its crate is not called “not in”.
  await scan('181');
  const in_already = { name: screen.t('basketing_desk.no_already_in'), exact: true };
  await expect.element(screen.getByRole('heading', in_already)).toBeVisible();
  await expect.element(screen.getByText(screen.t('basketing_desk.not_in'), { exact: true })).not.toBeInTheDocument();
  await scan('FFFF000000');
  await expect.element(screen.getByText(screen.t('basketing_desk.no_unknown'), { exact: true })).toBeVisible();
});

/** A reader types as fast as a cable carries, which no test can by the keyboard of the browser. */
function typeAtOnce(field: HTMLInputElement, code: string, last?: 'Tab') {
  for (const key of code) {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    field.setRangeText(key, field.selectionStart!, field.selectionEnd!, 'end');
  }
  if (!last) return true;
  return field.dispatchEvent(new KeyboardEvent('keydown', { key: last, bubbles: true, cancelable: true }));
}

test('a bird that may race is held back too, after it was taken out, for the reason that was touched', async () => {
  const { screen, site } = await desk([bird(1), bird(2)]);
  await scan('AA00000001');
  await screen.getByRole('button', { name: screen.t('basketing_desk.take_out') }).click();
  const hold = `${screen.t('basketing_desk.hold_back')}: ${screen.t('pigeon_status.injured')}`;
  await screen.getByRole('button', { name: hold }).click();
  await expect.poll(counts).toEqual({ basketed: 0, held_back: 1, present: 0, unaccounted: 1 });
  await expect
    .poll(() => site.events.at(-1))
    .toMatchObject({ kind: 'hold', reason: screen.t('pigeon_status.injured') });
  await screen.getByRole('button', { name: `1 ${screen.t('basketing_desk.list_held_back')}` }).click();
  await expect.element(screen.getByText(screen.t('pigeon_status.injured'), { exact: true })).toBeVisible();
});

test('one digit of a ring is too few to look for', async () => {
  const { screen } = await desk([bird(1)]);
  await scan('1');
  await expect.element(screen.getByText(screen.t('basketing_desk.one_digit'))).toBeVisible();
  expect(counts()).toEqual({ basketed: 0, held_back: 0, present: 0, unaccounted: 1 });
});

test('a reader that ends its texts with Tab or with nothing; a hand that tabs leaves the field', async () => {
  const { field } = await desk([bird(1), bird(2), bird(3)]);
  const input = field.element() as HTMLInputElement;
  expect(typeAtOnce(input, 'AA00000001', 'Tab')).toBe(false);
  await expect.poll(counts).toMatchObject({ basketed: 1 });
  expect(input.value).toBe('');
  typeAtOnce(input, 'AA00000002');
  await expect.poll(counts).toMatchObject({ basketed: 2 });
  expect(input.value).toBe('');
  // Three digits are what a hand types: Tab goes on to the next button, and nobody is basketed.
  expect(typeAtOnce(input, '183', 'Tab')).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(counts()).toMatchObject({ basketed: 2 });
  expect(input.value).toBe('183');
});

test('two birds in the same moment both go in, each at its own place', async () => {
  const { one, site } = await desk([bird(1), bird(2), bird(3)]);
  await Promise.all([one.scan('181'), one.scan('182'), one.scan('AA00000003')]);
  await expect.poll(counts).toMatchObject({ basketed: 3 });
  await expect
    .poll(() => site.events.map((event) => 'crate' in event && [event.n, event.crate, event.number]))
    .toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 3],
    ]);
});

test('the crate that was opened last is open after the page was closed, without a network too', async () => {
  const { site, one, reopen } = await desk([bird(1), bird(2), bird(3)]);
  site.asked.cut = true;
  await one.scan('181');
  await one.openCrate(4);
  one.close();
  const again = await reopen();
  expect(again.view().crate).toBe(4);
  await again.scan('182');
  again.close();
  const third = await reopen();
  expect(third.view()).toMatchObject({ crate: 4, waiting: 2 });
  expect(third.view().before).toMatchObject([
    { pigeon_id: 2, crate: 4 },
    { pigeon_id: 1, crate: 1 },
  ]);
});

test('a device with the database of the first version keeps its desk, its birds and what waits', async () => {
  const { site, one, flight_id, reopen } = await desk([bird(1), bird(2)]);
  await one.scan('181');
  await expect.poll(() => one.view().waiting).toBe(0);
  const { own, data } = one.view();
  one.close();
  for (const other of open.splice(0)) other.close();
  await ended(indexedDB.deleteDatabase('basketing'));
  const old = indexedDB.open('basketing', 1);
  old.onupgradeneeded = () => {
    for (const name of ['flights', 'waiting', 'refused']) old.result.createObjectStore(name);
  };
  const database = await ended(old);
  const writing = database.transaction(['flights', 'waiting'], 'readwrite');
  const standings = [{ pigeon_id: 1, list: 'basketed', crate: 1, number: 1 }];
  const kept = { device: crypto.randomUUID(), own, crate: 1, synced_ms: 1, data: { ...data, standings, seq: 1 } };
  writing.objectStore('flights').put(kept, flight_id);
  const at = new Date().toISOString();
  const waits = {
    id: crypto.randomUUID(),
    n: 2,
    pigeon_id: 2,
    at,
    undoes: null,
    kind: 'in',
    crate: 1,
    number: 2,
    chip: null,
  };
  writing.objectStore('waiting').put(waits, [flight_id, 2]);
  database.close();
  site.asked.cut = true;
  const again = await reopen();
  expect(again.view()).toMatchObject({ phase: 'ready', crate: 1, waiting: 1, own });
  expect([...again.view().state.standings.keys()]).toEqual([1, 2]);
});

test('digits that end too many rings stay in the field, and more are typed before them', async () => {
  const { screen, field, site } = await desk(
    Array.from({ length: 9 }, (_, i) => bird(i + 1, { ring: `BE 26-4023${i + 1}15`, chip: null })),
  );
  await scan('15');
  await expect.element(screen.getByRole('heading', { name: screen.t('basketing_desk.which') })).toBeVisible();
  await expect.element(field).toHaveValue('15');
  await scan('4');
  await expect.poll(() => site.events.map(({ pigeon_id }) => pigeon_id)).toEqual([4]);
  await expect.element(field).toHaveValue('');
});

test('a chip that is read instead of more digits is a chip', async () => {
  const { field, site } = await desk([
    ...Array.from({ length: 9 }, (_, i) => bird(i + 1, { ring: `BE 26-4023${i + 1}15`, chip: null })),
    bird(10, { ring: 'BE 26-1', chip: 'AA000000AA' }),
  ]);
  await scan('15');
  await expect.element(field).toHaveValue('15');
  typeAtOnce(field.element() as HTMLInputElement, 'AA000000AA', 'Tab');
  await expect.poll(() => site.events.map(({ pigeon_id }) => pigeon_id)).toEqual([10]);
});

test('a whole ring that is typed instead of more digits is that ring', async () => {
  const { field, site } = await desk(
    Array.from({ length: 9 }, (_, i) => bird(i + 1, { ring: `BE 26-4023${i + 1}15`, chip: null })),
  );
  await scan('15');
  await expect.element(field).toHaveValue('15');
  await scan('BE 26-4023415');
  await expect.poll(() => site.events.map(({ pigeon_id }) => pigeon_id)).toEqual([4]);
});

test('a single bird whose ring is divided otherwise is asked for, never taken', async () => {
  const { screen, site } = await desk([bird(1, { ring: 'BE4199016-15' })]);
  await scan('990-16');
  await expect.element(screen.getByRole('heading', { name: screen.t('basketing_desk.which') })).toBeVisible();
  expect(site.events).toEqual([]);
});

test('a bird that is out at another flight goes in after a question; one on another list does not', async () => {
  const { screen, site } = await desk([
    bird(1, { away: { is: 'out', flight: 'Noyon III' } }),
    bird(2, { away: { is: 'listed', flight: 'Momignies' } }),
  ]);
  await scan('AA00000002');
  await expect.element(screen.getByText('Momignies', { exact: false })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: screen.t('basketing_desk.take_in_unread') }))
    .not.toBeInTheDocument();
  await scan('AA00000001');
  await expect.element(screen.getByText('Noyon III', { exact: false })).toBeVisible();
  await expect.poll(counts).toEqual({ basketed: 0, held_back: 0, present: 2, unaccounted: 0 });
  await screen.getByRole('button', { name: screen.t('basketing_desk.take_in_unread') }).click();
  await expect.poll(counts).toEqual({ basketed: 1, held_back: 0, present: 1, unaccounted: 0 });
  await expect
    .poll(() => site.events.findLast(({ kind }) => kind === 'in'))
    .toMatchObject({ pigeon_id: 1, chip: 'AA00000001', reason: screen.t('basketing_desk.came_home_unread') });
  await screen.getByRole('button', { name: screen.t('basketing_desk.list_basketed'), exact: false }).click();
  await expect.element(screen.getByRole('list').getByText(screen.t('basketing_desk.came_home_unread'))).toBeVisible();
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

test.each(['en', 'de', 'ar'] as const)(
  'a season of ten thousand birds is not wider than a phone: %s',
  async (locale) => {
    const birds = Array.from({ length: 10_000 }, (_, i) => bird(i + 1));
    await desk(birds, { locale, width: 390 });
    const unaccounted = () => document.querySelector('[data-list=unaccounted] b')?.textContent.replace(/\D/g, '');
    await expect.poll(unaccounted).toBe('10000');
    expect(overflow()).toBe(0);
  },
);

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

test.each([
  ['en', 844],
  ['de', 844],
  ['ar', 844],
  ['en', 664],
] as const)(
  'a phone shows the answer, the open crate and the way to the next without scrolling: %s, %i px',
  async (locale, height) => {
    const { screen } = await desk([bird(1), bird(2)], { locale, width: 390 });
    await page.viewport(390, height);
    await scan('181');
    await expect.poll(counts).toMatchObject({ basketed: 1 });
    const edges = (element: Element) => element.getBoundingClientRect();
    const sum = edges(document.querySelector('[data-list]')!.parentElement!.parentElement!);
    const crates = edges(screen.getByRole('region', { name: /1/ }).element());
    const answer = edges(document.querySelector('[aria-live=assertive]')!);
    expect(scrollY).toBe(0);
    expect(answer.bottom).toBeLessThan(crates.top);
    expect(crates.bottom).toBeLessThanOrEqual(Math.min(height, sum.top));
  },
);

test('says what a refused bird is asked for: order and amount, activation, desk, chip', async () => {
  const ended = { ends_on: '2026-08-01', fee_cents: 6000 };
  const { screen } = await desk(
    [
      bird(1, { place: 'unpaid', order: '2026-7', due_cents: 12_000 }),
      bird(2, { progress: 'final_flight_activation_pending' }),
      bird(3, { health: 'quarantine', health_since: '2026-08-02T10:00:00.000Z', progress: 'final_flight_activated' }),
      bird(4, { progress: 'final_flight_activated', former_chips: ['BB00000004'] }),
    ],
    { activation: ended },
  );
  const { t } = screen;
  await scan('181');
  await expect.element(screen.getByText(t('basketing_desk.due', { amount: '€120.00' }))).toBeVisible();
  await scan('182');
  await expect.element(screen.getByText(t('basketing_desk.activation_waits'), { exact: false })).toBeVisible();
  await expect.element(screen.getByText(/1 August 2026|August 1/)).toBeVisible();
  await expect.element(screen.getByText(t('basketing_desk.fee', { amount: '€60.00' }))).toBeVisible();
  await scan('183');
  await expect.element(screen.getByText(/2 Aug/)).toBeVisible();
  await scan('BB00000004');
  await expect.element(screen.getByText(t('basketing_desk.chip_read', { chip: 'BB00000004' }))).toBeVisible();
});

test('what the device cannot keep is not shown as in, and goes in once there is room', async () => {
  const { screen, site } = await desk([bird(1), bird(2)]);
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...given: Parameters<typeof put>) {
    if (this.name === 'waiting') throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, given);
  };
  try {
    await scan('181');
    await expect.element(screen.getByText(screen.t('basketing_desk.no_not_kept'))).toBeVisible();
    await expect.poll(counts).toMatchObject({ basketed: 0 });
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  await scan('182');
  await scan('181');
  await expect.poll(counts).toMatchObject({ basketed: 2 });
  await expect
    .poll(() => site.events.map(({ pigeon_id, kind }) => [pigeon_id, kind]))
    .toEqual([
      [2, 'in'],
      [1, 'in'],
    ]);
});

test('the last birds that went in are there after the page was closed; one chip read a thousand times is in once', async () => {
  const { site, one, reopen } = await desk([bird(1), bird(2)]);
  await scan('181');
  await scan('182');
  await expect.poll(() => one.view().before.length).toBe(2);
  await Promise.all(Array.from({ length: 1000 }, () => one.scan('AA00000001')));
  await expect.poll(() => one.view().waiting).toBe(0);
  expect(site.events).toHaveLength(2);
  one.close();
  const again = await reopen();
  expect(again.view().before.map(({ pigeon_id }) => pigeon_id)).toEqual([2, 1]);
  await again.takeOut(2);
  expect(again.view().before.map(({ pigeon_id }) => pigeon_id)).toEqual([1]);
});
