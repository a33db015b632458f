/** The prizes beside the places of a result, by the rulebook of its flight (domain 2.11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrizesShown, readResult } from '#domain/arrivals/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { transact } from '#server/db/transaction.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { readingOf } from '#testing/builders.ts';
import { buildFinal, type FinalOptions } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

/** A final with birds home after so many minutes each. */
async function final(minutes: readonly number[], options: FinalOptions = {}) {
  const { race, flight_id, ines } = await buildFinal(site.db, { birds: minutes.length, ...options });
  const payload = {
    readings: minutes.map((after, bird) => readingOf(race, bird, after, { sequence: bird + 1 })),
  };
  const headers = { authorization: `Bearer ${race.key}` };
  const sent = await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
  expect(sent.statusCode, sent.body).toBe(200);
  const page = `/lofts/${race.loft.id}/flights/${flight_id}`;
  return {
    race,
    ines,
    page,
    async result(query = ''): Promise<ReplyOf<typeof readResult>> {
      const answer = await site.app.inject(`/api${page}/result?${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
  };
}

const rowsOf = ({ prizes }: { prizes: PrizesShown | null }) => prizes?.rows;

describe('the prizes of a result', () => {
  it('stand beside the places that have one, and count the birds before the prize line', async () => {
    const { result } = await final([300, 301, 302, 303, 304]);
    const whole = await result();
    expect(whole.prizes).toMatchObject({ currency: 'EUR', birds: 3, ties_share: true });
    expect(rowsOf(whole)).toEqual([100_000, 50_000, 25_000, 0, 0]);
    expect(rowsOf(await result('order=latest'))).toEqual([0, 0, 25_000, 50_000, 100_000]);
  });

  it('are shared by birds that share a place, and the last place by more birds than it has prizes', async () => {
    const shared = await (await final([300, 300, 302, 302, 302])).result();
    expect(rowsOf(shared)).toEqual([75_000, 75_000, 8_334, 8_333, 8_333]);
    expect(shared.prizes?.birds).toBe(5);
    const book: Partial<Rulebook> = { ties_share_prizes: false };
    expect(rowsOf(await (await final([300, 300, 302], { book })).result())).toEqual([100_000, 100_000, 25_000]);
  });

  it('are shares of the fund where nobody knows yet how much it is', async () => {
    const book: Partial<Rulebook> = {
      prizes: { final: { basis: 'percent', steps: [{ from: 1, to: 1, value: 4000 }] } },
    };
    const { prizes } = await (await final([300, 301], { book })).result();
    expect(prizes).toMatchObject({ template: { basis: 'percent' }, rows: [4000, 0] });
  });

  it('are nowhere where the flight has none or the season hides its places', async () => {
    expect((await (await final([300], { kind: 'training' })).result()).prizes).toBeNull();
    const { race, result } = await final([300, 301]);
    await transact(site.db, async (tx) => {
      const key = { loft_id: race.loft.id, season_id: race.season_id };
      await lockSeason(tx, key);
      await changeHidden(tx, null, key, ['results.rank']);
    });
    expect((await result()).prizes).toBeNull();
  });
});
