/** A list of news: date, title and summary, each in an available language. */
import { localeFacts } from '#domain/locales.ts';
import type { PictureShown, ShownNews } from '#domain/news/contract.ts';
import { newsPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './news-list.module.css';
import { Picture } from './Picture.tsx';
import { Day } from './Times.tsx';

export interface NewsListProps {
  /** Each with a picture where it has one. */
  news: readonly (ShownNews & { picture?: PictureShown | null })[];
  time_zone?: string;
  /** The level of their headings. */
  level?: 2 | 3;
}

export function NewsList({ news, time_zone = 'UTC', level = 3 }: NewsListProps) {
  const Title = `h${level}` as const;
  return (
    <ul className={styles.list}>
      {news.map(({ picture, ...one }) => {
        const { lang, dir } = localeFacts[one.locale];
        return (
          <li key={one.id} className={picture ? styles.pictured : undefined}>
            {picture && <Picture file={picture} alt="" sizes="112px" className={styles.picture} />}
            <p className={styles.when}>
              <Day at_ms={Date.parse(one.published_at)} time_zone={time_zone} />
            </p>
            {/* A text in another language begins where the page does. */}
            <Title lang={lang} className={styles.title}>
              <Link to={newsPath(one)}>
                <bdi dir={dir}>{one.title}</bdi>
              </Link>
            </Title>
            {one.lead && (
              <p lang={lang}>
                <bdi dir={dir}>{one.lead}</bdi>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
