/** The CPU cost of one arrival among few birds and among very many: the number of birds must not matter. */
import { calm, measure } from './machine.ts';
import { bringHome, headOf, raceOf, settleDatabase } from './race.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

export async function birds(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const costs: number[] = [];
  for (const count of quick ? [1000, 10_000] : [1000, 10_000, 100_000]) {
    say(`a race of ${written(count)}`);
    const race = await raceOf(site, count, 4);
    const server = await site.program('all', 'free');
    const load = await site.load();
    try {
      await bringHome(race, server.port, count / 2);
      await settleDatabase(site);
      const { epoch, seq } = await headOf(site, race);
      await load.gather({
        port: server.port,
        count: 10,
        protocol: 'live',
        topic: race.topic,
        epoch,
        after: seq,
        together: 10,
      });
      const shoot = (most: number, seconds: number) =>
        load.shoot({
          port: server.port,
          keys: race.keys,
          release_ms: race.release_ms,
          topic: race.topic,
          birds: race.next(most),
          most,
          pace: { in_flight: 1, seconds },
          timeout_ms: 10_000,
        });
      // The first arrivals warm up the compiler.
      race.home((await shoot(100, quick ? 0.5 : 3)).arrivals);
      await calm(quick ? 0 : 5000);
      const end = measure({ server: server.pid, postgres: site.postgres });
      const shot = await shoot(390, quick ? 1 : 10);
      const { of, foreign } = end();
      const [own, postgres] = [of.server! / shot.arrivals, of.postgres! / shot.arrivals];
      costs.push(own + postgres);
      rows.push([
        written(count),
        written(own),
        written(postgres),
        written(own + postgres),
        `${written(shot.answers.p50)} / ${written(shot.answers.p99)}`,
        foreign > 0.12 ? `†${written(foreign)}` : '',
      ]);
      figures.push({
        key: `birds/${count}`,
        says: `One arrival among ${written(count)} birds`,
        value: own + postgres,
        unit: 'ms CPU',
        better: 'less',
      });
    } finally {
      await load.stop();
      await server.stop();
    }
  }
  figures.push({
    key: 'birds/ratio',
    says: 'One arrival, dearest race against cheapest',
    value: Math.max(...costs) / Math.min(...costs),
    unit: '×',
    better: 'less',
    bar: 2,
  });
  return {
    figures,
    sheets: [
      {
        title: 'One arrival among many birds',
        notes: [
          'CPU of the server and of PostgreSQL per arrival, one at a time, from the clock’s request to the frame of ten followers; half of the birds are home before.',
        ],
        columns: ['birds', 'server ms', 'PostgreSQL ms', 'together ms', 'answer p50 / p99 ms', ''],
        rows,
      },
    ],
  };
}
