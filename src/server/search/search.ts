/**
 * The search over the whole site, as strangers may see it: no drafts, and nothing that a season hides is found or
 * searched by (3.15).
 */
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { flightKinds } from '#domain/flights/flight.ts';
import type { PigeonKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import { latinDigits, ringKey } from '#domain/pigeons/ring.ts';
import { asListed, partsOfTyped } from '#domain/pigeons/search.ts';
import { plainText } from '#domain/plain-text.ts';
import type { foundBird, foundFlight, foundLoft, foundNews, foundSeason, foundTeam } from '#domain/search/contract.ts';
import { showsHome, showsRecords } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { type Part, whereFound } from '#server/pagination.ts';
import { wasInHand } from '#server/pigeons/birds.ts';
import { birdsById } from '#server/pigeons/pigeons.ts';
import { firstOwner } from '#server/pigeons/rights.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import { words as wordsIn } from '#server/translations.ts';

/** Whether a season, alias `s`, shows this. */
const shows = (one: string) => sql`not (${one}::text = any(s.hidden))`;
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const wordsOf = (q: string) => q.split(' ').filter((word) => plainText(word) !== '' && !word.includes('\0'));

/**
 * Birds of all lofts, each once, in its latest season that shows its ring. One word at least is in the ring or the name,
 * the others may be in its team. Digits that end the running number come first, because that is how people name a bird;
 * digits on both sides of a dash come last.
 */
export async function foundBirds(tx: Tx, typed: string, part: Part): Promise<z.input<typeof foundBird>[]> {
  const q = asListed(typed);
  const words = wordsOf(q);
  if (!words.length) return [];
  const shown = (one: string, text: RawBuilder<unknown>) => sql`case when ${shows(one)} then ${text} end`;
  const found = whereFound(q, {
    texts: [
      shown('fanciers.pigeonName', sql`p.plain_name`),
      shown('participants.team', sql`t.plain_name`),
      shown('participants.fancier', sql`t.plain_fancier`),
    ],
    ring: (pattern) => sql`p.ring_key like ${pattern}`,
  });
  // What the indexes can answer, word by word: PostgreSQL takes the words that say most, and asks the rest of the few rows
  // that they find. Trigrams know no word of less than three letters.
  const known = words
    .map((word) => ({ text: plainText(word), key: ringKey(latinDigits(word)) }))
    .filter(({ text, key }) => text.length >= 3 && (key === '' || key.length >= 3))
    .map(({ text, key }) => {
      const like = containing(text);
      const ring = key ? sql`or p.ring_key like ${containing(key)}` : sql``;
      return sql`(p.plain_name like ${like} ${ring} or p.team_id = any(array(
        select id from teams where plain_name like ${like} or plain_fancier like ${like})))`;
    });
  const byIndex = known.length ? sql`${sql.join(known, sql` and `)} and` : sql``;
  const near = sql.join(
    words.flatMap((word) => {
      const key = ringKey(latinDigits(word));
      return [
        ...(key ? [sql`p.ring_key like ${containing(key)}`] : []),
        sql`(p.plain_name like ${containing(plainText(word))} and ${shows('fanciers.pigeonName')})`,
      ];
    }),
    sql` or `,
  );
  const digits = latinDigits(words.findLast((word) => /\p{Nd}/u.test(word)) ?? '').toUpperCase();
  const key = ringKey(digits);
  const ends = containing(key).slice(0, -1);
  const number = sql`coalesce(substring(p.ring from '([0-9]{6,})[^0-9]+(?:19|20)?[0-9]{2}[^0-9]*$'),
    substring(p.ring from '([0-9]+)[^0-9]*$'))`;
  const nearness = sql`case when ${key}::text = '' then 0 when ${number} like ${ends} then 0 when p.ring_key like ${ends} then 1
    when upper(p.ring) like ${containing(digits)} then 2 else 3 end`;
  // Anyone can enter any ring: until a loft has received the bird, it stands for nobody else's.
  const enteredBy = sql`case when ${wasInHand} then 0 else coalesce(${firstOwner}, 0) end`;
  const { rows } = await sql<PigeonKey & { loft: string; year: number }>`
    with found as (
      select distinct on (p.bird_id, ${enteredBy}) p.loft_id, p.id as pigeon_id, p.ring_key, s.year, ${nearness} as nearness
      from pigeons p
      join seasons s on s.loft_id = p.loft_id and s.id = p.season_id
      left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
      where ${byIndex} (${near}) and s.status <> 'draft' and ${shows('fanciers.ringDescriptor')} and ${found}
      order by p.bird_id, ${enteredBy}, s.year desc, p.id desc)
    select f.loft_id, f.pigeon_id, l.name as loft, f.year from found f join lofts l on l.id = f.loft_id
    order by f.nearness, f.year desc, f.ring_key, f.pigeon_id limit ${part.limit} offset ${part.offset}`.execute(tx);
  // A ring whose year is typed before its number, where the list has it behind, or the other way round.
  const parts = words.flatMap((word) => {
    const own = partsOfTyped(word);
    return own.length > 1 ? own : [word];
  });
  if (rows.length === 0 && parts.length > words.length) return foundBirds(tx, parts.join(' '), part);
  const birds = await birdsById(tx, rows);
  const present = await presentOf(
    tx,
    rows.filter(({ pigeon_id }) => {
      const { hidden } = birds.get(pigeon_id)!;
      return showsRecords(hidden) && showsHome(hidden);
    }),
  );
  return rows.map(({ loft_id, pigeon_id, loft, year }) => {
    const bird = birds.get(pigeon_id)!;
    return {
      ...shownBird({ hidden: bird.hidden, alias_key: bird.alias_key }, 'fanciers', bird),
      loft_id,
      loft,
      year,
      present: present.get(pigeon_id) ?? null,
    };
  });
}

/** The flights in the air that these birds were released for, the last one of each, and whether they are home. */
async function presentOf(
  tx: Tx,
  birds: readonly PigeonKey[],
): Promise<Map<number, { flight: string; is_home: boolean }>> {
  if (birds.length === 0) return new Map();
  const { rows } = await sql<{ pigeon_id: number; flight: string; is_home: boolean }>`
    select distinct on (b.pigeon_id) b.pigeon_id, f.name as flight, coalesce((
      select a.time is not null from arrivals a
      where a.loft_id = b.loft_id and a.flight_id = b.flight_id and a.pigeon_id = b.pigeon_id
      order by a.seq desc limit 1), false) as is_home
    from jsonb_to_recordset(${JSON.stringify(birds)}::jsonb) as c (loft_id bigint, pigeon_id bigint)
    join baskets b on b.loft_id = c.loft_id and b.pigeon_id = c.pigeon_id
    join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
    where f.status = 'released' and not f.is_draft
    order by b.pigeon_id, f.release_time desc, f.id desc`.execute(tx);
  return new Map(rows.map(({ pigeon_id, ...present }) => [pigeon_id, present]));
}

/** Teams of all lofts, each once, in its latest season that shows it; by its name and its fancier's. */
export async function foundTeams(tx: Tx, q: string, part: Part): Promise<z.input<typeof foundTeam>[]> {
  const shown = (one: string, text: RawBuilder<unknown>) => sql`case when ${shows(one)} then ${text} end`;
  const words = wordsOf(q);
  if (!words.length) return [];
  const near = sql.join(
    words.flatMap((word) => {
      const pattern = containing(plainText(word));
      return [sql`t.plain_name like ${pattern}`, sql`t.plain_fancier like ${pattern}`];
    }),
    sql` or `,
  );
  // As for birds: the indexes take the words that say most.
  const known = words
    .map(plainText)
    .filter((text) => text.length >= 3)
    .map((text) => {
      const like = containing(text);
      return sql`(t.plain_name like ${like} or t.plain_fancier like ${like} or t.loft_id = any(array(
        select id from lofts where plain_text(name) like ${like})))`;
    });
  const byIndex = known.length ? sql`${sql.join(known, sql` and `)} and` : sql``;
  const found = whereFound(q, {
    texts: [sql`t.plain_name`, shown('participants.fancier', sql`t.plain_fancier`), sql`plain_text(l.name)`],
  });
  const { rows } = await sql<z.input<typeof foundTeam>>`
    with found as (
      select distinct on (t.loft_id, t.plain_name) t.loft_id, l.name as loft, s.year, t.id as team_id, t.name as team,
        ${shown('participants.fancier', sql`t.fancier`)} as fancier, ${shown('participants.country', sql`t.country`)} as country
      from teams t join seasons s on s.loft_id = t.loft_id and s.id = t.season_id join lofts l on l.id = t.loft_id
      where ${byIndex} (${near}) and s.status <> 'draft' and ${shows('participants.team')} and ${found}
      order by t.loft_id, t.plain_name, s.year desc, t.id desc)
    select loft_id, loft, year, team_id, team, fancier, country from found
    order by year desc, team, team_id limit ${part.limit} offset ${part.offset}`.execute(tx);
  return rows;
}

/** The names of the kinds of flights in a language. */
const kindsIn = (locale: Locale) =>
  Object.fromEntries(flightKinds.map((kind) => [kind, plainText(wordsIn(locale).t(`kind.${kind}`))]));

/**
 * Flights that are not in draft, the latest release first; by their name, place, season and loft, and by their kind in
 * the reader's language.
 */
export async function foundFlights(
  tx: Tx,
  q: string,
  { locale, ...part }: Part & { locale: Locale },
): Promise<z.input<typeof foundFlight>[]> {
  const found = whereFound(q, {
    texts: [
      sql`(${JSON.stringify(kindsIn(locale))}::jsonb ->> f.kind)`,
      sql`plain_text(f.name || ' ' || coalesce(f.release_point, '') || ' ' || s.name || ' ' || s.year || ' ' || l.name)`,
    ],
  });
  const { rows } = await sql<z.input<typeof foundFlight>>`
    select f.loft_id, l.name as loft, s.name as season, f.id, f.name, f.kind, f.status, f.release_point, f.release_time, l.time_zone
    from flights f join seasons s on s.loft_id = f.loft_id and s.id = f.season_id join lofts l on l.id = f.loft_id
    where not f.is_draft and s.status <> 'draft' and ${found}
    order by f.status = 'released' desc, f.release_time desc nulls last, f.id desc limit ${part.limit} offset ${part.offset}`.execute(
    tx,
  );
  return rows;
}

/** Lofts by name, town and country. */
export async function foundLofts(tx: Tx, q: string, part: Part): Promise<z.input<typeof foundLoft>[]> {
  const found = whereFound(q, {
    texts: [sql`plain_text(l.name || ' ' || coalesce(l.city, ''))`],
    country: (codes) => sql`l.country = any(${codes})`,
  });
  const { rows } = await sql<z.input<typeof foundLoft>>`
    select l.id, l.name, l.country, l.city from lofts l where ${found}
    order by l.name, l.id limit ${part.limit} offset ${part.offset}`.execute(tx);
  return rows;
}

/** Public seasons, the latest first; by their name, year and loft. */
export async function foundSeasons(tx: Tx, q: string, part: Part): Promise<z.input<typeof foundSeason>[]> {
  const found = whereFound(q, { texts: [sql`plain_text(s.name || ' ' || s.year || ' ' || l.name)`] });
  const { rows } = await sql<z.input<typeof foundSeason>>`
    select s.loft_id, l.name as loft, s.id, s.name, s.year, l.country
    from seasons s join lofts l on l.id = s.loft_id where s.status <> 'draft' and ${found}
    order by s.year desc, l.name, s.id limit ${part.limit} offset ${part.offset}`.execute(tx);
  return rows;
}

/** Published news, the latest first; found by any of their titles, named in the reader's language, else in English. */
export async function foundNewsItems(
  tx: Tx,
  q: string,
  { locale, now_ms, ...part }: Part & { locale: string; now_ms: number },
): Promise<z.input<typeof foundNews>[]> {
  const found = whereFound(q, {
    texts: [sql`plain_text(l.name)`],
    within: (pattern) =>
      sql`exists (select from news_texts x where x.loft_id = n.loft_id and x.news_id = n.id and plain_text(x.title) like ${pattern})`,
  });
  const { rows } = await sql<z.input<typeof foundNews>>`
    select n.loft_id, l.name as loft, n.id, n.published_at, l.time_zone,
      (select x.title from news_texts x where x.loft_id = n.loft_id and x.news_id = n.id
        order by x.locale = ${locale} desc, x.locale = 'en' desc, x.locale limit 1) as title
    from news n join lofts l on l.id = n.loft_id left join seasons s on s.loft_id = n.loft_id and s.id = n.season_id
    where n.removed_at is null and not n.is_draft and n.published_at <= ${new Date(now_ms).toISOString()}::timestamptz
      and (n.season_id is null or s.status <> 'draft') and ${found}
    order by n.published_at desc, n.id desc limit ${part.limit} offset ${part.offset}`.execute(tx);
  return rows;
}
