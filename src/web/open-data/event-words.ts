/** The words of what a webhook is told. */
import type { ParseKeys } from 'i18next';
import type { WebhookEvent } from '#domain/open-data/webhooks-contract.ts';

export const eventWords: Readonly<Record<WebhookEvent | 'webhook.test', ParseKeys>> = {
  'flight.released': 'developers.on_released',
  'flight.release_taken_back': 'developers.on_release_taken_back',
  'arrivals.added': 'developers.on_arrivals',
  'result.published': 'developers.on_published',
  'result.official': 'developers.on_official',
  'result.amended': 'developers.on_amended',
  'webhook.test': 'developers.on_test',
};
