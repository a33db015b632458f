/** The settings of the demo's lofts: contact and address, package, fanciers, contract, a note. */
import type { ContractFields } from '#domain/contracts/contract.ts';
import type { LoftAddress, LoftSettings } from '#domain/lofts/settings.ts';
import type { Currency } from '#domain/money.ts';
import { publishContract, writeContract } from '#server/contracts/contracts.ts';
import type { Tx } from '#server/db/database.ts';
import { takeFanciers } from '#server/fanciers/fanciers.ts';
import { changeAddress, changeSettings, describeLoft } from '#server/lofts/lofts.ts';
import { addNote } from '#server/lofts/notes.ts';
import { addSubscription, givePackage } from '#server/lofts/packages.ts';

const contracts: readonly Pick<ContractFields, 'language' | 'title' | 'text'>[] = [
  {
    language: 'en',
    title: 'Terms of the race',
    text: 'Every pigeon that is registered races for its owner and stays in the care of the loft until the final.\n\nPrizes are paid within thirty days after a result is official. The rulebook of the season decides every result.',
  },
  {
    language: 'de',
    title: 'Bedingungen des Rennens',
    text: 'Jede gemeldete Taube fliegt für ihren Besitzer und bleibt bis zum Endflug in der Obhut des Schlags.\n\nPreise werden innerhalb von dreißig Tagen ausgezahlt, nachdem ein Ergebnis amtlich ist. Über jedes Ergebnis entscheidet das Regelwerk der Saison.',
  },
];

/** Invented contact details, under names reserved for examples. */
const contacts: Readonly<Record<string, { contact: Contact; address: Street }>> = {
  BE: {
    contact: {
      email: 'office@denderhoek.example',
      phone: '+3253700000',
      website: 'https://denderhoek.example',
      tags: ['fci', 'belgium'],
    },
    address: { street: 'Denderkaai 12', zipcode: '9300', city: 'Aalst' },
  },
  BD: {
    contact: {
      email: 'office@padmaderby.example',
      phone: '+880255000000',
      website: 'https://padmaderby.example',
      tags: ['padma'],
    },
    address: { street: 'River Road 7', zipcode: '1209', city: 'Dhaka' },
  },
};
type Contact = Pick<LoftSettings, 'email' | 'phone' | 'website' | 'tags'>;
type Street = Pick<LoftAddress, 'street' | 'zipcode' | 'city'>;

/** Sets up a loft that has no contract yet, on behalf of its merchant. */
export async function setUpLoft(tx: Tx, loft_id: number, by: number, now_ms: number): Promise<void> {
  const year = new Date(now_ms).getUTCFullYear();
  await reach(tx, loft_id, by);
  await givePackage(tx, loft_id, 'premium', by);
  await takeFanciers(tx, loft_id);
  await addSubscription(tx, loft_id, { months: 24, starts_at: `${year}-01-01` }, by);
  for (const contract of contracts) {
    const written = { ...contract, file_id: null, valid_from: `${year - 1}-12-01` };
    const contract_id = await writeContract(tx, loft_id, by, written);
    await publishContract(tx, { loft_id, contract_id }, by, now_ms);
  }
  await addNote(tx, loft_id, { text: 'The vet comes on the first Monday of each month.', is_pinned: true }, by);
}

async function reach(tx: Tx, loft_id: number, by: number): Promise<void> {
  const known = await describeLoft(tx, loft_id, { lock: true });
  const reached = contacts[known.loft.country ?? ''];
  if (!reached) return;
  const { name, unit, time_zone, currency } = known.loft;
  const settings = {
    name,
    unit,
    time_zone,
    currency: currency as Currency,
    ...reached.contact,
    shares_setup: true,
    data_licence: 'CC BY 4.0',
    version: known.settings_version,
  };
  const { loft, ...rest } = await changeSettings(tx, known, settings, by);
  const { country, latitude, longitude } = loft.loft_address;
  const address = { ...reached.address, country: country ?? '', latitude, longitude, version: rest.address_version };
  await changeAddress(tx, { loft, ...rest }, address, by);
}
