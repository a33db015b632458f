/** The products of the demo's season, at prices usual for One Loft Races in Europe. */
import type { SeasonKey } from '#domain/keys.ts';
import type { ProductFields } from '#domain/seasons/product-contract.ts';
import type { Tx } from '#server/db/database.ts';
import { addProduct } from '#server/seasons/products.ts';

const terms = { description: '', max_quantity: null, starts_at: null, ends_at: null };

const products: readonly ProductFields[] = [
  {
    ...terms,
    product_category_id: 1,
    name: 'Team of five',
    description: 'Two pigeons race, three stand by and may be activated later.',
    amount_cents: 100_000,
    pigeons_active: 2,
    pigeons_reserve: 3,
    max_quantity: 250,
  },
  {
    ...terms,
    product_category_id: 1,
    name: 'Single pigeon',
    amount_cents: 22_000,
    pigeons_active: 1,
    pigeons_reserve: 0,
    max_quantity: 40,
  },
  {
    ...terms,
    product_category_id: 2,
    name: 'Place in the final',
    amount_cents: 15_000,
    pigeons_active: 0,
    pigeons_reserve: 0,
  },
  {
    ...terms,
    product_category_id: 3,
    name: 'Reserve pigeon joins the race',
    amount_cents: 50_000,
    pigeons_active: 0,
    pigeons_reserve: 0,
    max_quantity: 100,
  },
  {
    ...terms,
    product_category_id: 4,
    name: 'Pigeon of another team',
    description: 'What it wins from then on is its buyer’s.',
    amount_cents: 75_000,
    pigeons_active: 0,
    pigeons_reserve: 0,
  },
];

export async function seedProducts(tx: Tx, season: SeasonKey): Promise<void> {
  for (const fields of products) await addProduct(tx, null, season, fields);
}
