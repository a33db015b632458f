/** Metrics from the database, the same in every process: the figures that operators set alerts on. */
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { channels } from '#domain/notifications/notification.ts';
import type { Connection, Database } from './db/database.ts';

/** How long a result is cached, however often it is requested. */
const cache_ms = 10_000;

interface Figure {
  name: string;
  label: string;
  value: number;
}

/** One statement, by indexes and small tables only. */
async function ask(db: Database): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select 'outbox_oldest_seconds' as name, queue as label,
      extract(epoch from now() - min(next_try_at))::float8 as value
      from job_items where queue = any(${channels}::text[]) and next_try_at < now() group by queue
    union all select 'outbox_given_up', n.channel, count(*)::float8
      from notification_attempts a join notifications n on n.id = a.notification_id
      where a.outcome = 'given_up' and a.at > now() - interval '1 day' group by n.channel
    union all select 'devices_silent', '', count(*)::float8
      from device_silences s where s.ended_at is null and exists (
        select from flights f where f.loft_id = s.loft_id and f.status = 'released')
    union all select 'alarms_open', kind, count(*)::float8 from alarms where settled_at is null group by kind
    union all select 'job_items_stuck', queue, count(*)::float8
      from job_items where stuck_at is not null and put_aside_at is null group by queue
    union all select 'transfers_failed', '', count(*)::float8
      from prize_transfers where status = 'failed' and sent_at > now() - interval '1 day'
    union all select 'payments_open_oldest_seconds', '', extract(epoch from now() - min(h.at))::float8
      from payments p join payment_history h on h.loft_id = p.loft_id and h.payment_id = p.id and h.n = 1
      where p.status = 'open' and p.method = 'card'
    union all select 'sign_ins_failed', '', count(*)::float8
      from security_log where event = 'sign_in_failed' and at > now() - interval '1 hour'
    union all select 'backup_age_seconds', '', extract(epoch from now() - max(taken_at))::float8 from backups`.execute(
    db,
  );
  return [...rows, ...(await askJobs(db))].filter(({ value }) => value !== null);
}

/** The queue's tables exist once a program with jobs has started. */
async function askJobs(db: Database): Promise<Figure[]> {
  const { rows: there } = await sql<{ yes: boolean }>`select to_regclass('pgboss.job') is not null as yes`.execute(db);
  if (!there[0]!.yes) return [];
  const { rows } = await sql<Figure>`
    select 'job_last_success_seconds' as name, name as label, extract(epoch from now() - max(completed_on))::float8 as value
      from pgboss.job where state = 'completed' group by name
    union all select 'job_failed', name, count(*)::float8
      from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day' group by name`.execute(db);
  return rows;
}

const helps = {
  outbox_oldest_seconds: ['channel', 'How long the notification that is due longest waits'],
  outbox_given_up: ['channel', 'Notifications given up in the last 24 hours'],
  job_last_success_seconds: ['queue', 'How long ago a queue was worked off'],
  job_failed: ['queue', 'Jobs failed in the last 24 hours'],
  job_items_stuck: ['queue', 'Items of jobs that fail again and again, and nobody has put aside'],
  devices_silent: [undefined, 'Devices that should speak and do not, where a flight is in the air'],
  alarms_open: ['kind', 'Alarms that nobody settled'],
  transfers_failed: [undefined, 'Transfers of prizes that the provider refused in the last 24 hours'],
  payments_open_oldest_seconds: [undefined, 'How long the oldest card payment without an end is open'],
  sign_ins_failed: [undefined, 'Sign-ins failed in the last hour'],
  backup_age_seconds: [undefined, 'How old the last backup is; absent where there is none'],
} as const;

/** Adds the metrics of the database, and of this process's connections to it, to a registry. */
export function siteMetrics(
  registry: Registry,
  {
    db,
    pools,
    roundTrip,
    lag_ms,
  }: {
    db: Database;
    /** Read at each scrape: some pools are opened later. */
    pools: Record<string, Connection['pool']>;
    roundTrip: () => number | null;
    lag_ms: () => number | null;
  },
): void {
  const registers = [registry];
  let [asked, answer]: [number, Promise<{ figures: Figure[]; seconds: number } | null>] = [0, Promise.resolve(null)];
  const figures = () => {
    if (Date.now() - asked < cache_ms) return answer;
    asked = Date.now();
    const since = performance.now();
    answer = ask(db).then(
      (found) => ({ figures: found, seconds: (performance.now() - since) / 1000 }),
      () => null, // an unreachable database: loftline_database_up reports it
    );
    return answer;
  };
  for (const [name, [label, help]] of Object.entries(helps))
    new Gauge({
      name: `loftline_${name}`,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        this.reset();
        // A gauge without labels would be exported as 0.
        if (!label) this.remove();
        for (const one of (await figures())?.figures ?? [])
          if (one.name === name) this.set(label ? { [label]: one.label } : {}, one.value);
      },
    });
  new Gauge({
    name: 'loftline_database_up',
    help: 'Whether the database answered',
    registers,
    async collect() {
      this.set((await figures()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'loftline_database_answer_seconds',
    help: 'How long the database took for these figures',
    registers,
    async collect() {
      this.set((await figures())?.seconds ?? 0);
    },
  });
  new Gauge({
    name: 'loftline_connections',
    help: 'Connections to the database, by pool: in use, idle, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  new Gauge({
    name: 'loftline_bus_silent_seconds',
    help: "How long ago the live bus's last round trip was; absent before the first",
    registers,
    collect() {
      const at = roundTrip();
      this.remove();
      if (at !== null) this.set((Date.now() - at) / 1000);
    },
  });
  new Gauge({
    name: 'loftline_bus_round_trip_seconds',
    help: 'How long the last message of this process to itself took over the live bus; absent before the first',
    registers,
    collect() {
      const ms = lag_ms();
      this.remove();
      if (ms !== null) this.set(ms / 1000);
    },
  });
}
