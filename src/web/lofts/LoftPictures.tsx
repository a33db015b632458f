/** The pictures of a loft in their order, each opened in full size. */
import { captionIn, type LoftPicture } from '#domain/media/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Picture } from '#web/ui/Picture.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './loft-pictures.module.css';

export function LoftPictures({ media }: { media: readonly LoftPicture[] }) {
  const { t } = useTranslation();
  const { locale, media_url = '' } = usePage();
  if (!media.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="pictures">
      <div className={panel.head}>
        <h2 id="pictures">{t('admin.media')}</h2>
      </div>
      <ul className={styles.pictures}>
        {media.map((picture, i) => {
          const caption = captionIn(picture, locale);
          const place = { place: i + 1, count: media.length };
          return (
            <li key={picture.id}>
              <figure>
                <a href={media_url + picture.file.src}>
                  <Picture
                    file={picture.file}
                    alt={caption || t('media.place', place)}
                    sizes="(max-width: 760px) 50vw, 320px"
                    className={styles.picture}
                  />
                </a>
                {caption && (
                  <figcaption>
                    <bdi>{caption}</bdi>
                  </figcaption>
                )}
              </figure>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
