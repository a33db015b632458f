/** Side doors of a bird past its chip, its order and its place, each tried as somebody would who wants through. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildEntries } from '#server/entries/testing.ts';
import { begin, type Scene } from '#server/notifications/testing.ts';

let scene: Scene;
let built: Awaited<ReturnType<typeof buildEntries>>;
beforeAll(async () => {
  scene = await begin();
});
afterAll(async () => {
  await scene?.end();
});
beforeEach(async () => {
  built = await buildEntries(scene.db);
});

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, who = built.merchant) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const desk = (rest: string, of = built) => `/api/admin/seasons/${of.season.season_id}/${rest}`;
let rings = 0;
/** A bird of the next place of an order. */
async function enter(order_id: number): Promise<{ ring: string; pigeon_id: number }> {
  const ring = `BE 26-${5_000_000 + ++rings}`;
  const bird = { ring, name: '', color: '', sex: 'unknown' };
  const { body } = await call('POST', `/api/registrations/${order_id}/pigeons`, bird, built.customer);
  return { ring, pigeon_id: body.pigeon_id };
}
const scan = (ring: string, chip: string, of = built) =>
  call('POST', desk('intake', of), { ring, chip, reason: '' }, of.merchant);
const birdsOf = async (of = built) => (await call('GET', desk('pigeons', of), undefined, of.merchant)).body.pigeons;
const fileOf = (rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => row.join(';')).join('\n')).toString('base64');

describe('a chip', () => {
  it.each([
    ['the ring of the bird, scanned twice', (ring: string) => ring, 'chip_is_ring'],
    [
      'the same ring as a reader without a keyboard types it',
      (ring: string) => ring.replace(/\W/g, ''),
      'chip_is_ring',
    ],
    ['a ring of another season', () => 'DE27-01234-567', 'chip_is_ring'],
    ['an emoji', () => '🐦', 'chip_not_hex'],
    ['a name', () => 'Lowie', 'chip_not_hex'],
    ['half a code', () => '4F90', 'chip_too_short'],
    ['two codes in one', () => '4F90A1C2004F90A1C200', 'chip_too_long'],
  ])('is never %s', async (_, typed, code) => {
    const bird = await enter((await built.order()).id);
    const { status, body } = await scan(bird.ring, typed(bird.ring));
    expect(body.errors).toEqual({ chip: [code] });
    expect([409, 422]).toContain(status);
    expect(await birdsOf()).toMatchObject([{ chip: null, location: 'at_home', health: 'assigned' }]);
  });

  it('is not a ring of another bird of the season whose form nobody knows, and a ring is not a chip of one', async () => {
    const order = await built.order();
    const bird = await enter(order.id);
    const odd = { ring: '12-34-56-78-AB', name: '', color: '', sex: 'unknown' };
    await call('POST', `/api/registrations/${order.id}/pigeons`, odd, built.customer);
    expect((await scan(bird.ring, '12345678AB')).body.errors).toEqual({ chip: ['chip_is_ring'] });
    await scan(bird.ring, '12345678AC');
    const ring = { ...odd, ring: '12345678AC' };
    const refused = await call('POST', `/api/registrations/${order.id}/pigeons`, ring, built.customer);
    expect(refused.body.errors).toEqual({ ring: ['ring_is_chip'] });
    const { loft_id, season_id } = built.season;
    const row = { loft_id, season_id, team_id: null, ring: ring.ring, ring_key: ring.ring };
    const no = await scene.db.insertInto('pigeons').values(row).execute().catch(refusalOfDatabase);
    expect(no).toMatchObject({ code: 'ring_is_chip' });
  });

  it('comes with no list either, one by one and together with the ring it is', async () => {
    const rows = [
      ['ring', 'chip'],
      ['BE 26-8000001', 'BE 26-8000001'],
      ['B26-8000002', 'B268000003'],
      ['B26-8000003', '🐦'],
      ['BE 26-8000004', '12'],
    ];
    const { body } = await call('POST', desk('pigeon-imports'), { file: fileOf(rows), mode: 'good' });
    const wrong = body.lines.map((line: { errors: { field: string; code: string }[] }) =>
      line.errors.filter(({ field }) => field === 'chip').map(({ code }) => code),
    );
    expect(wrong).toEqual([['chip_is_ring'], ['chip_is_ring'], ['chip_not_hex'], ['chip_too_short']]);
    expect(body.entered).toBe(0);
  });

  it('on another bird is named to its own loft with the bird, and to another loft without', async () => {
    const order = await built.order();
    const [one, two] = [await enter(order.id), await enter(order.id)];
    const chip = `AA${one.pigeon_id.toString(16).padStart(8, '0')}`;
    await scan(one.ring, chip);
    const own = await scan(two.ring, chip);
    expect(own.body).toMatchObject({
      errors: { chip: ['chip_on_bird'] },
      message: expect.stringContaining(`${one.ring}, team Zoë 1`),
    });

    const mine = built;
    built = await buildEntries(scene.db);
    const bird = await enter((await built.order()).id);
    const foreign = await scan(bird.ring, chip);
    expect(foreign.body.errors).toEqual({ chip: ['chip_on_another_bird'] });
    expect(JSON.stringify(foreign.body)).not.toContain(one.ring);
    expect((await birdsOf(mine))[0]).toMatchObject({ chip: chip.toUpperCase() });
  });

  it('is refused by the database too, whoever writes; what is there already can be taken off', async () => {
    const bird = await enter((await built.order()).id);
    const { loft_id } = built.season;
    const put = (chip: string) =>
      scene.db
        .insertInto('pigeon_chips')
        .values({ loft_id, pigeon_id: bird.pigeon_id, chip, during: '[2026-01-01,)' })
        .execute()
        .catch(refusalOfDatabase);
    for (const [chip, code] of [
      [bird.ring.replace(/\W/g, ''), 'chip_is_ring'],
      ['🐦', 'chip_not_hex'],
      ['A1', 'chip_too_short'],
      ['A'.repeat(17), 'chip_too_long'],
    ] as const)
      expect(await put(chip)).toMatchObject({ code });
    expect(await put('A1B2C3D4')).not.toHaveProperty('code');
  });
});
