/** A picture in a browser: one colour, of this size. */
export async function picture(width: number, height: number, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}
