/** What was typed about a release point, as an observation for the call. */
import { observation } from '#domain/flights/release-contract.ts';
import { parseFields } from '#domain/parse-fields.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { textIn } from '#web/lib/form.ts';

/** The observation of a form, or its wrong fields by their names in the form. */
export function observationIn(form: FormData) {
  const { data, errors } = parseFields(observation, typedIn(form));
  return data ? { observed: data } : { errors: named(errors) };
}

function typedIn(form: FormData): object {
  const text = (name: string) => textIn(form, name);
  const kind = text('kind');
  if (kind === 'crates') {
    const ticked = new Set(form.getAll('crate'));
    const missing = form.getAll('crate_of_flight').filter((crate) => !ticked.has(crate));
    return { kind, count: ticked.size, missing };
  }
  if (kind === 'driven') return { kind, km: text('km') };
  if (kind !== 'weather') return { kind };
  return {
    kind,
    weather: {
      visibility_km: text('visibility_km'),
      wind_kmh: text('wind_kmh'),
      wind_from: text('wind_from') || null,
      temperature_c: text('temperature_c'),
      rain: form.has('rain'),
      low_cloud: form.has('low_cloud'),
      thunder: form.has('thunder'),
    },
  };
}

const named = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, wrong]) => [path.split('.').at(-1)!, wrong]));
