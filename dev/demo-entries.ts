/**
 * Birds of the demo's customer: a team with three active ones and three reserves, most of them at the loft; one was
 * lost and came back, one has a pedigree. A second paid order has its first birds, one of them entered again.
 */
import type { Facts } from '#domain/pigeons/facts.ts';
import type { PigeonStatus } from '#domain/pigeons/status.ts';
import { productCategories } from '#domain/seasons/product.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { enterFor, setPedigree } from '#server/entries/entries.ts';
import { takeIn } from '#server/entries/intake.ts';
import { keepFile } from '#server/files/files.ts';
import { makePdf } from '#server/files/pdf.ts';
import type { Storage } from '#server/files/stored-content.ts';
import { moveOrder } from '#server/orders/orders.ts';
import { lockRegistration, type Registration } from '#server/orders/registrations.ts';
import { placeSeasonOrder } from '#server/orders/season-order.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';

const day_ms = 86_400_000;

interface DemoBird {
  ring: string;
  name: string;
  color: string;
  eye_color: Facts['eye_color'];
  sex: 'cock' | 'hen';
  /** How many days ago it came to the loft; null: it is still with its owner. */
  came: number | null;
  /** Later statuses: days ago, status and reason. */
  since?: readonly (readonly [days: number, status: PigeonStatus, reason: string | null])[];
}

/** The first three are active, the others are reserves in this order. */
const team: readonly DemoBird[] = [
  { ring: 'BE 26-4118205', name: 'Lowie', color: 'Blue bar', eye_color: 'orange', sex: 'cock', came: 88 },
  { ring: 'BE 26-4023191', name: 'Flore', color: 'Chequer', eye_color: 'yellow', sex: 'hen', came: 88 },
  {
    ring: 'BE 26-4023202',
    name: 'Zwarte Mira',
    color: 'Black',
    eye_color: 'pearl',
    sex: 'hen',
    came: 88,
    since: [
      [20, 'lost', 'Not home from training'],
      [17, 'active', 'Came to a loft in Aalst, brought back'],
    ],
  },
  { ring: 'BE 26-4023214', name: 'Bas', color: 'Dark chequer', eye_color: 'red', sex: 'cock', came: 60 },
  {
    ring: 'BE 26-4023220',
    name: 'Nette',
    color: 'Blue bar',
    eye_color: null,
    sex: 'hen',
    came: null,
    since: [[1, 'in_transit', null]],
  },
  { ring: 'BE 26-4023233', name: 'Tuur', color: 'Red', eye_color: 'violet', sex: 'cock', came: null },
];
const others: readonly DemoBird[] = [
  { ring: 'BE 26-4031007', name: 'Witpen', color: 'White flight', eye_color: 'bull', sex: 'cock', came: null },
  { ring: 'BE 26-4031012', name: 'Lena', color: 'Chequer', eye_color: null, sex: 'hen', came: null },
];

/** The birds of the customer's team of the last season. */
const earlier = [
  {
    ring: 'BE 25-4019881',
    name: 'Prinses',
    color: 'Chequer',
    sex: 'hen',
    hatch_year: 2025,
    breeder: 'Gaston Wuyts',
    sire: 'BE 21-4100233',
    dam: 'BE 22-4100871',
  },
  { ring: 'BE 25-4019893', name: 'Sjarel', color: 'Blue bar', sex: 'cock', hatch_year: 2025 },
  { ring: 'BE 25-4019902', name: 'Donkere Lies', color: 'Dark chequer', sex: 'hen', hatch_year: 2025 },
] as const;

const ancestors = [
  'Lowie  BE 26-4118205  cock, blue bar',
  '',
  'Sire: Prins  BE 21-4100233  3rd Bourges national 2023',
  '  his sire: De Klare  BE 17-4052118',
  '  his dam: Dochter Ace 14  BE 18-4052690',
  'Dam: Roosje  BE 22-4100871  mother of two ace pigeons',
  '  her sire: Blauwe Kanon  BE 16-4021045',
  '  her dam: Mieke  BE 19-4063377',
];

export interface SeasonOfCustomer {
  loft_id: number;
  season_id: number;
  time_zone: string;
  customer: number;
  merchant: number;
}

/** The customer's order of six birds, paid, and birds for the other paid orders of the customer. */
export async function seedEntries(
  db: Database,
  storage: Storage,
  season: SeasonOfCustomer,
  now_ms: number,
): Promise<void> {
  const pedigree = await makePdf(pdfOf(ancestors));
  const { id } = await keepFile(db, storage, {
    loft_id: season.loft_id,
    user_id: season.customer,
    name: 'Lowie.pdf',
    made: pedigree,
    is_private: true,
  });
  await db.transaction().execute(async (tx) => {
    const paid = await tx
      .selectFrom('orders')
      .select('id')
      .where('season_id', '=', season.season_id)
      .where('user_id', '=', season.customer)
      .where('status', '=', 'paid')
      .executeTakeFirst();
    await enterEarlier(tx, season);
    if (paid) {
      const registration = await lockRegistration(tx, paid.id);
      await enter(tx, season, registration, others, now_ms);
      const again = { ring: earlier[0].ring, team_id: registration.team_id };
      await enterFor(tx, registration, again, { by: season.customer, now_ms: now_ms - 110 * day_ms });
    }
    const order = await paidOrder(tx, season, now_ms);
    const [first] = await enter(tx, season, order, team, now_ms);
    await setPedigree(tx, order, first!, id);
    for (const [i, bird] of team.entries()) await arrive(tx, season, bird, i, now_ms);
  });
}

/** A team of the customer in the last season of the loft, with its birds. */
async function enterEarlier(tx: Tx, { loft_id, season_id, customer }: SeasonOfCustomer): Promise<void> {
  const before = await tx
    .selectFrom('seasons')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '<>', season_id)
    .where('status', '=', 'over')
    .orderBy('year', 'desc')
    .executeTakeFirst();
  if (!before) return;
  const key = { loft_id, season_id: before.id };
  const { id: team_id } = await tx
    .insertInto('teams')
    .values({ ...key, name: 'Duiven aan de Dender', fancier: 'Nele De Smet', country: 'BE', user_id: customer })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enterPigeons(
    tx,
    key,
    earlier.map((bird) => ({ ...bird, team_id })),
    customer,
  );
}

/** A team of five and one more bird: three active ones and three reserves. */
async function paidOrder(tx: Tx, { customer, merchant, time_zone, ...season }: SeasonOfCustomer, now_ms: number) {
  const own = await tx
    .selectFrom('teams')
    .select('id')
    .where('season_id', '=', season.season_id)
    .where('user_id', '=', customer)
    .orderBy('name')
    .executeTakeFirst();
  const packages = await tx
    .selectFrom('products')
    .select('id')
    .where('season_id', '=', season.season_id)
    .where('product_category_id', '=', productCategories.entry_fee)
    .orderBy('id')
    .limit(2)
    .execute();
  const wanted = packages.map(({ id }) => ({ product_id: id, quantity: 1 }));
  const sent = { kind: 'registration' as const, user_id: customer, team_id: own?.id ?? null, wanted };
  const placed = await placeSeasonOrder(tx, season, sent, { time_zone, now_ms: now_ms - 300 * day_ms });
  const confirmed_ms = now_ms - 290 * day_ms;
  await moveOrder(tx, placed, 'confirm', { by: merchant, time_zone, now_ms: confirmed_ms });
  const mark = { by: merchant, reason: 'Bank transfer of the same day', file_id: null, is_merchant: true };
  await markPaid(tx, placed.id, { ...mark, now_ms: confirmed_ms + day_ms });
  return lockRegistration(tx, placed.id);
}

/** @returns the birds' ids in their order. */
async function enter(
  tx: Tx,
  { customer }: SeasonOfCustomer,
  order: Registration,
  birds: readonly DemoBird[],
  now_ms: number,
) {
  const ids: number[] = [];
  for (const { ring, name, color, eye_color, sex } of birds) {
    const fields = { ring, name, color, eye_color, sex, team_id: order.team_id };
    ids.push((await enterFor(tx, order, fields, { by: customer, now_ms: now_ms - 120 * day_ms })).pigeon_id);
  }
  return ids;
}

async function arrive(
  tx: Tx,
  { loft_id, season_id, merchant }: SeasonOfCustomer,
  { ring, came, since = [] }: DemoBird,
  place: number,
  now_ms: number,
): Promise<void> {
  const season = { loft_id, season_id };
  const { id } = await tx
    .selectFrom('pigeons')
    .select('id')
    .where('season_id', '=', season_id)
    .where('ring', '=', ring)
    .executeTakeFirstOrThrow();
  const by = (days: number, reason: string | null = null) => ({ by: merchant, reason, now_ms: now_ms - days * day_ms });
  if (came !== null) {
    const chip = `4F90A1C${place}E2`;
    await takeIn(tx, season, { ring, chip, reason: null }, by(came));
  }
  for (const [days, status, reason] of since)
    await changeStatuses(tx, season, { pigeon_ids: [id], status }, by(days, reason));
}

/** A PDF of one page with these lines. */
function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) '`).join('\n');
  const page = `BT /F1 13 Tf 24 TL 60 780 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, i) => {
    const start = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  text += `trailer << /Size ${starts.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
