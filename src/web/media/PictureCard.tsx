/** One picture of a loft: dragged or moved to its position, captioned in 18 languages, removed after a confirmation. */
import { Form } from 'react-router';
import { type Locale, localeFacts, locales } from '#domain/locales.ts';
import { captionIn } from '#domain/media/caption.ts';
import { type LoftPicture, longestCaption } from '#domain/media/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './media.module.css';

export interface PictureCardProps {
  picture: LoftPicture;
  count: number;
  dragged: boolean;
  onDrag(id: number | null): void;
  onDropped(): void;
}

export function PictureCard({ picture, count, dragged, onDrag, onDropped }: PictureCardProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, place, file } = picture;
  const caption = captionIn(picture, locale);
  const own = locales.includes(locale as (typeof locales)[number]) ? locale : 'en';
  const languages = [...new Set<Locale>([own, 'en', ...locales])];
  return (
    <li
      id={`picture-${id}`}
      className={`${styles.card} ${dragged ? styles.dragged : ''}`}
      draggable
      onDragStart={() => onDrag(id)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropped();
      }}
    >
      <Picture file={file} alt={caption} sizes="(max-width: 760px) 100vw, 300px" className={styles.picture} />
      <p className={styles.caption}>
        <span className={styles.place} aria-hidden="true">
          {place}
        </span>
        <span className="visually-hidden">{t('media.place', { place, count })}</span>
        <bdi>{caption || file.name}</bdi>
      </p>
      <div className={styles.actions}>
        <Move media_id={id} place={place - 1} word="forward" icon="arrow" disabled={place === 1} turned />
        <Move media_id={id} place={place + 1} word="back" icon="arrow" disabled={place === count} />
      </div>
      <details className={styles.more}>
        <summary>{t('media.captions')}</summary>
        <Form method="post" className={forms.form} preventScrollReset>
          <input type="hidden" name="media_id" value={id} />
          <p className={forms.hint}>{t('media.captions_hint')}</p>
          {languages.map((language) => (
            <Field
              key={language}
              label={localeFacts[language].name}
              name={`caption.${language}`}
              lang={localeFacts[language].lang}
              dir="auto"
              maxLength={longestCaption}
              defaultValue={picture.captions[language as keyof typeof picture.captions] ?? ''}
            />
          ))}
          <button type="submit" name="intent" value="caption" className={panel.button_primary}>
            {t('identity.save')}
          </button>
        </Form>
      </details>
      <details className={styles.more}>
        <summary>{t('media.remove')}</summary>
        <Form method="post" className={forms.form} preventScrollReset>
          <input type="hidden" name="media_id" value={id} />
          <p>{t('media.remove_sure')}</p>
          <button type="submit" name="intent" value="remove" className={`${panel.button} ${forms.danger}`}>
            <Icon name="trash" />
            {t('media.remove')}
          </button>
        </Form>
      </details>
    </li>
  );
}

interface MoveProps {
  media_id: number;
  place: number;
  word: 'forward' | 'back';
  icon: 'arrow';
  disabled: boolean;
  turned?: boolean;
}

function Move({ media_id, place, word, icon, disabled, turned = false }: MoveProps) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="media_id" value={media_id} />
      <input type="hidden" name="place" value={place} />
      <button type="submit" name="intent" value="move" className={panel.button} disabled={disabled}>
        <span className={turned ? styles.turned : styles.straight}>
          <Icon name={icon} />
        </span>
        <span className="visually-hidden">{t(`media.${word}`)}</span>
      </button>
    </Form>
  );
}
