/** The photo of a bird for its loft: taken with the camera or chosen, replaced, removed. Works without a script. */
import { Form } from 'react-router';
import { mostMegabytes, photoSide } from '#domain/files/file.ts';
import type { Photo, PhotoChange } from '#domain/pigeons/photo-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdPhoto } from '#web/ui/BirdPhoto.tsx';
import { Check } from '#web/ui/Field.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './photo.module.css';

export interface PhotoPanelProps {
  ring: string;
  photo: Photo | null;
  changes: readonly PhotoChange[];
  time_zone: string;
  answer: RefusedForm | undefined;
}

export function PhotoPanel({ ring, photo, changes, time_zone, answer }: PhotoPanelProps) {
  const { t } = useTranslation();
  const errors = answer?.typed.intent === 'photo' ? answer.refused.errors : undefined;
  const field = {
    as: 'image',
    side: photoSide,
    max: mostMegabytes,
    hint: t('bird_photo.hint', { max: mostMegabytes }),
  } as const;
  return (
    <section className={panel.panel} aria-labelledby="photo">
      <div className={panel.head}>
        <h2 id="photo">{t('bird_photo.title')}</h2>
        <small>{t('bird_photo.shown')}</small>
      </div>
      <div className={styles.parts}>
        {photo && <BirdPhoto photo={photo} ring={ring} />}
        <div className={styles.forms}>
          {/* Keyed, so that the fields are empty again after a photo was kept. */}
          <Form
            method="post"
            encType="multipart/form-data"
            key={changes.length}
            className={form.form}
            preventScrollReset
          >
            <div className={styles.camera}>
              <FileField {...field} label={t('bird_photo.camera')} name="camera" capture="environment" />
            </div>
            <FileField {...field} label={t('bird_photo.choose')} name="file" errors={errors?.file} />
            <button type="submit" name="intent" value="photo" className={panel.button_primary}>
              {t(photo ? 'bird_photo.replace' : 'bird_photo.save')}
            </button>
          </Form>
          {photo && (
            <details className={styles.remove}>
              <summary className={`${panel.button} ${form.danger}`}>{t('bird_photo.remove')}</summary>
              <Form method="post" className={form.form} preventScrollReset>
                <p>{t('bird_photo.remove_text')}</p>
                <Check label={t('bird_photo.for_owner')} name="for_owner" value="yes" />
                <button
                  type="submit"
                  name="intent"
                  value="no_photo"
                  className={`${panel.button} ${form.danger}`}
                  aria-label={`${t('bird_photo.remove')}: ${ring}`}
                >
                  {t('bird_photo.remove')}
                </button>
              </Form>
            </details>
          )}
        </div>
      </div>
      {changes.length > 0 && (
        <Table caption={t('bird_photo.past')} cards>
          <thead>
            <tr>
              <th scope="col">{t('rights.when')}</th>
              <th scope="col">{t('bird_photo.past')}</th>
              <th scope="col">{t('entries.by')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ at, what, by }) => (
              <tr key={`${at} ${what}`}>
                <td>
                  <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
                </td>
                <td data-label={t('bird_photo.past')}>{t(`bird_photo.${what}`)}</td>
                <td data-label={t('entries.by')}>
                  <bdi>{by ? (nameOf(by) ?? t('rights.unnamed')) : t('entries.automatic')}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
