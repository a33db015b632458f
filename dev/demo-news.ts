/** The news of the demo's lofts: one in two languages, one of the whole loft, one scheduled. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { NewsEntry } from '#domain/news/contract.ts';
import type { Block, Inline } from '#domain/news/document.ts';
import type { Tx } from '#server/db/database.ts';
import { writeNews } from '#server/news/news.ts';

const words = (text: string): Inline => ({ type: 'text', text });
const bold = (text: string): Inline => ({ type: 'text', text, marks: [{ type: 'bold' }] });
const paragraph = (...content: Inline[]): Block => ({ type: 'paragraph', content });
const heading = (text: string): Block => ({ type: 'heading', attrs: { level: 2 }, content: [words(text)] });
const list = (...items: string[]): Block => ({
  type: 'bulletList',
  content: items.map((item) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [words(item)] }],
  })),
});
const text = (title: string, lead: string, ...content: Block[]) => ({
  title,
  lead,
  body: { type: 'doc' as const, content },
});

const basketing: NewsEntry['texts'] = {
  en: text(
    'Basketing for the final: what to know',
    'All pigeons are read twice, weighed and looked over before they go into the baskets.',
    paragraph(words('The baskets open at noon. '), bold('Whoever wants to be there is welcome'), words('.')),
    heading('In this order'),
    list('chip and ring are read', 'the crew looks at wings and eyes', 'the pigeon is basketed and sealed'),
    paragraph(words('The basketing list stands on the page of the flight as it grows.')),
  ),
  nl: text(
    'Inkorven voor de finale: wat u moet weten',
    'Alle duiven worden twee keer gelezen, gewogen en bekeken voor ze de manden in gaan.',
    paragraph(words('De manden gaan om twaalf uur open. '), bold('Wie erbij wil zijn, is welkom'), words('.')),
    heading('In deze volgorde'),
    list('chip en ring worden gelezen', 'de ploeg kijkt naar vleugels en ogen', 'de duif wordt ingekorfd en verzegeld'),
    paragraph(words('De inkorflijst staat op de pagina van de vlucht en groeit mee.')),
  ),
};

const antennas: NewsEntry['texts'] = {
  en: text(
    'Two more antennas at the landing board',
    'Birds that land in a drop are now read side by side.',
    paragraph(words('Each clock keeps its own readings until the site has them, so nothing is lost when the line is.')),
  ),
};

const results: NewsEntry['texts'] = {
  en: text(
    'Prizes are handed over on Sunday',
    'At the loft, from two o’clock.',
    paragraph(words('Coffee and cake for all.')),
  ),
};

/** The pictures of the news; painted when there is a user who could have uploaded them. */
export const newsPictures = [
  { title: basketing.en!.title, scene: 'dawn', alt: 'The loft before sunrise, birds over the ridge' },
  { title: antennas.en!.title, scene: 'day', alt: 'Birds on their way to the landing board' },
] as const;

/** Three news articles of the first loft. */
export async function seedNews(tx: Tx, { loft, season_id }: { loft: Loft; season_id: number }, now_ms: number) {
  const writing = { by: null, now_ms };
  const on = (days: number) => new Date(now_ms + days * 86_400_000).toISOString().slice(0, 10);
  const entry = (texts: NewsEntry['texts'], days: number): NewsEntry => ({
    is_draft: false,
    publication_date: on(days),
    publication_time: '09:00',
    texts,
  });
  await writeNews(tx, { loft, season_id: null }, entry(antennas, -9), writing);
  await writeNews(tx, { loft, season_id }, entry(basketing, -2), writing);
  await writeNews(tx, { loft, season_id }, entry(results, 5), writing);
}
