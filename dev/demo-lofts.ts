/** What the demo's lofts have that an operator sets up: package, contract, a note. */
import type { ContractFields } from '#domain/contracts/contract.ts';
import { publishContract, writeContract } from '#server/contracts/contracts.ts';
import type { Tx } from '#server/db/database.ts';
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

/** Sets up a loft that has no contract yet, by its merchant. */
export async function setUpLoft(tx: Tx, loft_id: number, by: number, now_ms: number): Promise<void> {
  const year = new Date(now_ms).getUTCFullYear();
  await givePackage(tx, loft_id, 'premium', by);
  await addSubscription(tx, loft_id, { months: 24, starts_at: `${year}-01-01` }, by);
  for (const contract of contracts) {
    const written = { ...contract, file_id: null, valid_from: `${year - 1}-12-01` };
    const contract_id = await writeContract(tx, loft_id, by, written);
    await publishContract(tx, { loft_id, contract_id }, by, now_ms);
  }
  await addNote(tx, loft_id, { text: 'The vet comes on the first Monday of each month.', is_pinned: true }, by);
}
