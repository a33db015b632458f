/** To whom a mail goes that is written to the chosen rows of a list. */
import type { SeasonPerson } from '#domain/people/contract.ts';
import { whyNotChosen } from '#domain/pigeons/team.ts';
import { chosenIn } from './chosen.ts';

/** The addresses of those who were chosen. @throws Refusal `no_fancier_selected` (8.34). */
export function mailTo(form: FormData, people: readonly SeasonPerson[]): { mail_to: string[] } {
  const chosen = new Set(chosenIn(form));
  const addresses = people.flatMap(({ user_id, email }) => (chosen.has(user_id) && email ? [email] : []));
  const no = whyNotChosen(addresses);
  if (no) throw no;
  return { mail_to: addresses };
}
