/**
 * Whether the number of fans of a bird slows down the reply to its clock: nobody against very many who starred its
 * team.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { timesOf } from './figures.ts';
import { calm } from './machine.ts';
import { type Race, raceOf, settleDatabase } from './race.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

export async function fans(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const many = quick ? 2000 : 50_000;
  const readings = quick ? 4 : 12;
  const rows: string[][] = [];
  const p50s: number[] = [];
  for (const [role, people, says] of [
    ['web', 0, 'nobody starred the team'],
    ['web', many, `${many.toLocaleString('en')} did, and nobody notifies them yet`],
    ['all', many, 'the same, while its own process finds them and writes to them'],
  ] as const) {
    say(says);
    // One bird in ten belongs to the team of the first bird.
    const race = await raceOf(site, readings * 10, 1);
    await star(site, race, people);
    const server = await site.program(role, 'free');
    try {
      await calm(quick ? 0 : 10_000);
      // The first request is not timed: the server still has to plan its queries.
      await answerOf(server.port, race, 0);
      const since = performance.now();
      const answers: number[] = [];
      for (let n = 1; n < readings; n += 1) {
        await sleep(500);
        answers.push(await answerOf(server.port, race, n));
      }
      const { p50, max } = timesOf(answers);
      const found = role === 'all' ? await allFound(site, since) : undefined;
      if (found !== undefined) await checkAll(site, people * readings);
      rows.push([says, written(p50), written(max), found === undefined ? '–' : written(found)]);
      p50s.push(p50);
    } finally {
      await server.stop();
    }
    await site.connection.db.deleteFrom('race_events').execute();
  }
  const [none = 0, waiting = 0, busy = 0] = p50s;
  const figure = (key: string, says: string, value: number): Figure => ({
    key: `fans/${key}`,
    says: `Fans: answer to a clock, ${says}, p50`,
    value,
    unit: 'ms',
    better: 'less',
  });
  const times = (key: string, says: string, value: number): Figure => ({
    key: `fans/${key}`,
    says: `Fans: answer to a clock with ${many.toLocaleString('en')}${says}, times that with none`,
    value: value / none,
    unit: '×',
    better: 'less',
  });
  const figures: Figure[] = [
    figure('none', 'none', none),
    figure('many', `${many.toLocaleString('en')} of the bird's team`, waiting),
    figure('busy', 'the same while its process writes to them', busy),
    { ...times('times', '', waiting), bar: 1.25 },
    times('busy-times', ' who are written to', busy),
  ];
  return {
    figures,
    sheets: [
      {
        title: 'Fans of a bird',
        notes: [
          'A reading every half second, each of a bird of the team that all of them starred; they want mail of it, which goes into the outbox of a site without a mail server: nothing slows the writing down but the machine.',
        ],
        columns: ['', 'answer p50 ms', 'max', 'all found after, s'],
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

/** @returns how long the clock waited for the reply to a bird of the starred team, ms */
async function answerOf(port: number, race: Race, n: number): Promise<number> {
  const device_time = new Date(race.release_ms + 4 * 3_600_000 + n * 1000).toISOString();
  const reading = { boot: 'bench', sequence: n + 1, chip: race.chips[n * 10]!, device_time, resolution_ms: 1 };
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [reading] }),
  });
  const reply = (await answer.json()) as { readings: { unranked: string | null }[] };
  const took = performance.now() - since;
  if (reply.readings[0]?.unranked !== null) throw new Error(`a reading was no arrival: ${JSON.stringify(reply)}`);
  return took;
}

/** Waits up to five minutes: more fans are not handled within a bench. @returns how long all fans took, s */
async function allFound(site: Site, since: number): Promise<number | undefined> {
  while (performance.now() - since < 300_000) {
    const waiting = await site.connection.db.selectFrom('race_events').select('id').limit(1).execute();
    if (!waiting.length) return (performance.now() - since) / 1000;
    await sleep(50);
  }
  return undefined;
}

/** Checks that every fan got a notification: a run that notifies nobody would look fast. */
async function checkAll(site: Site, expected: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications where event = 'bird_home'`.execute(site.connection.db);
  if (rows[0]!.count !== expected) throw new Error(`${rows[0]!.count} notifications, not ${expected}`);
}
