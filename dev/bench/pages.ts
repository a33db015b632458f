/** The flight page to readers nobody knows: kept for a second, and made anew. */
import { calm, measure } from './machine.ts';
import { bringHome, raceOf } from './race.ts';
import type { Server, Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

export async function pages(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const ms = quick ? 1000 : 6000;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const load = await site.load();
  const ask = async (
    says: string,
    key: string,
    server: Server,
    path: string,
    connections: number,
    bar?: number,
  ): Promise<void> => {
    say(says);
    await load.ask({ port: server.port, path, connections, ms: ms / 3 });
    await calm(quick ? 0 : 10_000);
    const end = measure({ server: server.pid, load: load.pid });
    const asked = await load.ask({ port: server.port, path, connections, ms });
    const { of, foreign } = end();
    if (asked.refused) throw new Error(`${asked.refused} of ${asked.answers} pages were refused`);
    const perCore = asked.answers / (of.server! / 1000);
    const cores = (name: string) => written(of[name]! / 1000 / asked.seconds);
    rows.push([
      says,
      written(asked.answers / asked.seconds),
      written(perCore),
      written(asked.bytes / asked.answers / 1024),
      `${written(asked.p50)} / ${written(asked.p99)}`,
      `${cores('server')} + ${cores('load')}${foreign > 0.12 ? ` †${written(foreign)}` : ''}`,
    ]);
    figures.push({
      key: `pages/${key}`,
      says: `Pages: ${says}`,
      value: perCore,
      unit: 'requests/s/core',
      better: 'more',
      ...(bar !== undefined && { bar }),
    });
  };
  try {
    await withServer(site.rival('raw'), (ceiling) =>
      ask('8 kB that cost nothing: the load’s ceiling', 'ceiling', ceiling, '/', 32),
    );
    await withServer(site.program('all'), async (server) => {
      const race = await raceOf(site, 3000, 1);
      await bringHome(race, server.port, 1500);
      await ask('flight page, 50 rows, kept', 'kept', server, race.path, 32, 20_000);
      // Another address each time is another page.
      await ask('flight page, 50 rows, made anew', 'anew', server, `${race.path}?n={n}`, 8, 300);
    });
  } finally {
    await load.stop();
  }
  return {
    figures,
    sheets: [
      {
        title: 'Pages',
        notes: [
          'A race with 1,500 of 3,000 birds home; kept-alive connections without pipelining, answers compressed; per second of the server’s one core.',
        ],
        columns: ['', 'requests/s', 'per core', 'kB each', 'p50 / p99 ms', 'cores: server + load'],
        rows,
      },
    ],
  };
}

async function withServer(starting: Promise<Server>, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await starting;
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
