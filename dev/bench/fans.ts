/** Whether a bird's fans cost its clock anything: the answer to its reading with nobody and with very many who starred its team. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { timesOf } from './figures.ts';
import { calm } from './machine.ts';
import { type Race, raceOf, settleDatabase } from './race.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

export async function fans(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const many = quick ? 2000 : 50_000;
  const readings = quick ? 4 : 10;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const server = await site.program('all', 'free');
  try {
    for (const people of [0, many]) {
      const says = `${written(people).replace(/\.0+$/, '')} fans of the bird's team`;
      say(says);
      // Every tenth bird is of the first one's team.
      const race = await raceOf(site, readings * 10, 1);
      await star(site, race, people);
      await calm(quick ? 0 : 10_000);
      const answers: number[] = [];
      const notified: number[] = [];
      for (let n = 0; n < readings; n += 1) {
        answers.push(await answerOf(server.port, race, n));
        notified.push(await allNotified(site));
      }
      const [answer, after] = [timesOf(answers), timesOf(notified)];
      rows.push([says, ...[answer.p50, answer.max, after.p50 / 1000].map(written)]);
      figures.push({
        key: `fans/${people && 'many'}`,
        says: `Fans: answer to a clock, ${says}, p50`,
        value: answer.p50,
        unit: 'ms',
        better: 'less',
      });
    }
  } finally {
    await server.stop();
  }
  figures.push({
    key: 'fans/times',
    says: `Fans: answer to a clock with ${written(many)} of them, times that with none`,
    value: figures[1]!.value / figures[0]!.value,
    unit: '×',
    better: 'less',
    bar: 1.25,
  });
  return {
    figures,
    sheets: [
      {
        title: 'Fans of a bird',
        notes: [
          'One reading at a time, each of a bird of the team that all of them starred; they want mail of it. The next one is told as soon as all are notified, while their mails are being sent.',
        ],
        columns: ['', 'answer p50 ms', 'max', 'all notified after, s'],
        rows,
      },
    ],
  };
}

/** People who starred the first bird's team and want mail of it. */
async function star(site: Site, race: Race, people: number): Promise<void> {
  await sql`
    with fans as (
      insert into users (issuer, subject, email, language)
      select 'https://fans.example.org', gen_random_uuid()::text, gen_random_uuid() || '@example.org', 'en'
      from generate_series(1, ${people}::int) returning id),
    chosen as (
      insert into notification_choices (user_id, event, channel, wanted) select id, 'bird_home', 'mail', true from fans)
    insert into favorites (user_id, loft_id, team_id)
    select fans.id, p.loft_id, p.team_id from fans, pigeons p where p.id = ${race.pigeon_ids[0]!}`.execute(
    site.connection.db,
  );
  await settleDatabase(site);
}

/** @returns how long the clock of a bird of the starred team waited for its answer, ms */
async function answerOf(port: number, race: Race, n: number): Promise<number> {
  const device_time = new Date(race.release_ms + 4 * 3_600_000 + n * 1000).toISOString();
  const reading = { boot: 'bench', sequence: n + 1, chip: race.chips[n * 10]!, device_time, resolution_ms: 1 };
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [reading] }),
  });
  const told = (await answer.json()) as { readings: { unranked: string | null }[] };
  const took = performance.now() - since;
  if (told.readings[0]?.unranked !== null) throw new Error(`a reading was no arrival: ${JSON.stringify(told)}`);
  return took;
}

/** @returns how long it took until nobody waited to be notified, ms */
async function allNotified(site: Site): Promise<number> {
  const since = performance.now();
  for (;;) {
    const waiting = await site.connection.db.selectFrom('race_events').select('id').limit(1).execute();
    if (!waiting.length) return performance.now() - since;
    await sleep(50);
  }
}
