/** “Why this place?” of a bird that a ruling took out of the result names that ruling, whatever its kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readPlace } from '#domain/arrivals/place-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { readingOf } from '#testing/builders.ts';
import { buildFinal } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

/** A training flight without prizes, with calls by numbers of birds. */
async function flown() {
  const { race, flight_id, marta, ines, ringOf } = await buildFinal(site.db, { kind: 'training', birds: 4 });
  const { loft, season_id, device, pigeon_ids, release_ms } = race;
  const key = { loft_id: loft.id, flight_id };
  const rulings = `/api/admin/seasons/${season_id}/flights/${flight_id}/rulings`;
  const post = async (url: string, payload: object, { headers } = marta) => {
    const answer = await site.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  let sequence = 0;
  return {
    device_id: device.device_id,
    ringOf,
    key,
    async read(bird: number, minutes: number): Promise<number> {
      const payload = { readings: [readingOf(race, bird, minutes, { sequence: ++sequence })] };
      const headers = { authorization: `Bearer ${race.key}` };
      const answer = await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
      expect(answer.statusCode, answer.body).toBe(200);
      const ledger = site.db.selectFrom('ledgers').select('head').where('loft_id', '=', loft.id);
      return (await ledger.executeTakeFirstOrThrow()).head;
    },
    /** Makes a ruling, with a second person where it takes one. @returns the numbers of its entries in the ledger */
    async rule(ruling: object, reason: string): Promise<number[]> {
      const { effect } = await post(`${rulings}/effect`, { ruling });
      const { n, state } = await post(rulings, { ruling, reason, seen: effect.fingerprint });
      if (state === 'prepared') {
        const { effect: seen } = await post(`${rulings}/${n}/effect`, {}, ines);
        await post(`${rulings}/${n}/signature`, { seen: seen.fingerprint }, ines);
      }
      const { body } = await site.app.inject({ url: `${rulings}/${n}`, headers: marta.headers });
      return JSON.parse(body).ruling.entries;
    },
    /** The day and the time of day at the loft, so many minutes after the release. */
    at(minutes: number) {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: loft.time_zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const [date, time] = format.format(release_ms + minutes * 60_000).split(' ');
      return { date, time };
    },
    async why(bird: number) {
      const url = `/api/lofts/${loft.id}/flights/${flight_id}/places/${pigeon_ids[bird]}`;
      const answer = (await site.app.inject(url)).json() as ReplyOf<typeof readPlace>;
      const { place, is_disqualified, late_at, taken_out_by } = answer;
      return {
        rank: place?.rank ?? null,
        is_disqualified,
        late_at,
        taken_out_by: taken_out_by.map(({ n, kind, reason }) => [n, kind, reason]),
      };
    },
  };
}

const out = { rank: null, is_disqualified: false, late_at: null };

describe('a bird without a place', () => {
  it('that is not home yet, or has a place, is taken out by no ruling', async () => {
    const { read, why } = await flown();
    await read(0, 300);
    expect(await why(0)).toEqual({ ...out, rank: 1, taken_out_by: [] });
    expect(await why(1)).toEqual({ ...out, taken_out_by: [] });
  });

  it('names the exchange that gives what was read of it to another one', async () => {
    const { read, rule, why, ringOf } = await flown();
    await read(0, 300);
    await rule({ kind: 'exchanged', ring: ringOf(0), other_ring: ringOf(1) }, 'The chips were swapped');
    expect(await why(0)).toEqual({ ...out, taken_out_by: [[1, 'exchanged', 'The chips were swapped']] });
    expect(await why(1)).toEqual({ ...out, rank: 1, taken_out_by: [] });
  });

  it('names its disqualification, read or not, until that is withdrawn', async () => {
    const { read, rule, why, ringOf } = await flown();
    await read(0, 300);
    const [number] = await rule({ kind: 'disqualified', ring: ringOf(0) }, 'Doped');
    await rule({ kind: 'disqualified', ring: ringOf(1) }, 'Overweight');
    expect(await why(0)).toEqual({ ...out, is_disqualified: true, taken_out_by: [[1, 'disqualified', 'Doped']] });
    expect(await why(1)).toEqual({ ...out, is_disqualified: true, taken_out_by: [[2, 'disqualified', 'Overweight']] });
    await rule({ kind: 'void', number }, 'The sample was another bird’s');
    expect(await why(0)).toEqual({ ...out, rank: 1, taken_out_by: [] });
  });

  it('names the withdrawal of its reading, or of its arrival by hand', async () => {
    const { read, rule, why, at, ringOf } = await flown();
    const number = await read(0, 300);
    await rule({ kind: 'void', number }, 'Read in the crate');
    expect(await why(0)).toEqual({ ...out, taken_out_by: [[1, 'void', 'Read in the crate']] });
    const [arrival] = await rule({ kind: 'manual', ring: ringOf(1), ...at(310) }, 'The chip was torn off');
    await rule({ kind: 'void', number: arrival }, 'It was another bird');
    expect(await why(1)).toEqual({ ...out, taken_out_by: [[3, 'void', 'It was another bird']] });
  });

  it('names the other release, offset or closing that leaves its reading outside', async () => {
    const { read, rule, why, at, device_id } = await flown();
    await read(0, 60);
    await read(1, 300);
    await rule({ kind: 'release', ...at(90) }, 'The crates were opened late');
    expect(await why(0)).toEqual({ ...out, taken_out_by: [[1, 'release', 'The crates were opened late']] });
    await rule({ kind: 'release', ...at(0) }, 'They were not');
    expect((await why(0)).rank).toBe(1);
    await rule({ kind: 'offset', device_id, offset_ms: -2 * 3_600_000 }, 'Summer time');
    expect(await why(0)).toEqual({ ...out, taken_out_by: [[3, 'offset', 'Summer time']] });
  });

  it('that came after the closing says when, and names the ruling that moved the closing before it', async () => {
    const { read, rule, why, at, key } = await flown();
    await read(0, 300);
    await read(1, 310);
    const closed = new Date(Date.parse('2026-06-06T05:00:00.000Z') + 900 * 60_000).toISOString();
    await transact(site.db, async (tx) => closeFlight(tx, await lockFlight(tx, key), closed));
    await read(2, 1000);
    expect(await why(2)).toEqual({ ...out, late_at: '2026-06-06T21:40:00.000Z', taken_out_by: [] });
    await rule({ kind: 'closing', ...at(305) }, 'The rulebook says so');
    expect(await why(1)).toEqual({
      ...out,
      late_at: '2026-06-06T10:10:00.000Z',
      taken_out_by: [[1, 'closing', 'The rulebook says so']],
    });
  });
});
