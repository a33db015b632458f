/** A feed of results: each with its state and its first birds, as text. A result that changes state is a new entry. */
import { Feed } from 'feed';
import type { ResultRow } from '#domain/arrivals/contract.ts';
import type { readPublishedResults } from '#domain/arrivals/published-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import { inMarkup, inXml } from '#domain/markup.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { resultsFeedPath } from '#web/lib/feeds.ts';
import { formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { flightPath, loftPath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';

export interface ResultsFeed extends ReplyOf<typeof readPublishedResults> {
  locale: Locale;
  /** Feeds are read elsewhere, so all their addresses are absolute. */
  public_url: string;
}

export function resultsFeed(kind: 'rss' | 'atom', view: ResultsFeed): string {
  const { loft, results, lofts, locale, public_url } = view;
  const { t } = speaker(locale);
  const title = inXml(loft ? t('feeds.results_of', { loft: loft.name }) : t('feeds.results_all'));
  const home = public_url + (loft ? loftPath(loft.id) : '/');
  const feed = new Feed({
    title,
    description: title,
    id: home,
    link: home,
    feed: public_url + resultsFeedPath(loft?.id ?? null, kind, locale),
    language: localeFacts[locale].lang,
    // The time of the latest result: unchanged feeds stay identical for their readers.
    updated: new Date(results[0]?.published_at ?? 0),
    generator: 'Loftline',
  });
  const names = new Map(lofts.map(({ id, name }) => [id, name]));
  for (const { flight, first, published_at } of results) {
    const link = public_url + flightPath(flight);
    const head = [flight.name, loft ? null : names.get(flight.loft_id), t(`status.${flight.status}`)];
    const lines = first.map((row) => lineOf(row, flight.speed_rule));
    feed.addItem({
      title: escaped(head.filter(Boolean).join(' · ')),
      // Readers show an entry once: the official result is another one than the provisional result.
      id: `${link}#${flight.status}`,
      link: `${link}?lang=${locale}`,
      date: new Date(published_at),
      ...(lines.length > 0 && {
        description: escaped(lines.join('\n')),
        content: lines.map((line) => `<p>${escaped(line)}</p>`).join(''),
      }),
    });
  }
  return kind === 'rss' ? feed.rss2() : feed.atom1();

  /** `1. BE 26-… · team · 1,302.5 m/min`, of what the season shows. */
  function lineOf({ rank, ring, team, fancier, country, speed }: ResultRow, rule: SpeedRule): string {
    return [
      `${rank === null ? '' : `${formatNumber(locale, rank)}. `}${ring}`,
      [team ?? fancier, country].filter(Boolean).join(' '),
      speed === null ? '' : `${formatSpeed(locale, speed, rule)} ${t(speedUnit(rule))}`,
    ]
      .filter((part) => part.trim() !== '')
      .join(' · ');
  }
}

/** Plain text as HTML: feed readers parse titles and texts as HTML. */
const escaped = (text: string) => inMarkup(inXml(text));
